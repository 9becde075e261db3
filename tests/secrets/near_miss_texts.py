"""Code, documents and prose that speak of secrets and hold none. Used by near_misses.py."""

from __future__ import annotations

# Statements of minified code: Q, W and Z become short names, # a number.
MINIFIED = (
    "function Q(W,Z){return W.token===(Z||W).key?Z.secret:null}",
    "var Q={password:W,token:Z,apiKey:void 0,secret:!0}",
    "Q.prototype.setToken=function(W){this.token=W}",
    'if("password"===Q.type&&W.length>=8){Z()}',
    "const Q=await W.getAccessToken(Z),d=Q.accessToken",
    'Q["x-api-key"]=W.apiKey;Q.authorization="Bearer "+Z',
    "for(let Q=0;Q<W.length;Q++)Z^=W.charCodeAt(Q)<<5&#",
    "e.exports={keyframes:Q,keyCode:W,tokenize:Z,seed:#}",
)

CODE = {
    "a.py": '''import os
from getpass import getpass


def login(password: str, token: str | None = None, *, api_key: str = "") -> bool:
    secret: bytes = os.urandom(32)
    password = getpass()
    token = request.headers.get("Authorization")
    api_key = os.environ["SERVICE_API_KEY"]
    client_secret = settings.CLIENT_SECRET
    return verify_password(password, user.password_hash)


class Config:
    password: str
    token: Optional[str] = None
    secret_key: SecretStr = Field(...)
    auth_token: Annotated[str, Header()]
''',
    "b.ts": """interface Credentials { password: string; token?: string; apiKey: string | undefined; }
const apiKey = process.env.API_KEY ?? '';
const token = process.env['GITHUB_TOKEN'];
export const secret = import.meta.env.VITE_SECRET;
type Token = { kind: TokenKind; accessToken: AccessToken };
headers.Authorization = `Bearer ${token}`;
const url = `https://${user}:${password}@${host}/${path}`;
login({ password: form.password.value, token: await getToken() });
it('rejects a wrong password', () => {});
""",
    "c.go": """package main

type Config struct {
\tPassword string `json:"password"`
\tToken    string `yaml:"token,omitempty" env:"APP_TOKEN"`
}

var token = os.Getenv("GITHUB_TOKEN")

func (c *Config) SetPassword(password string) error { c.Password = password; return nil }
""",
    "d.rs": """pub struct Auth { pub token: String, pub secret_key: Option<SecretString> }
let password: &str = &args.password;
let token = std::env::var("API_TOKEN")?;
let key = Key::from_slice(&bytes[..32]);
""",
    "e.java": """private String password;
String token = System.getenv("API_TOKEN");
@Value("${app.secret}") private String secret;
public void setApiKey(String apiKey) { this.apiKey = apiKey; }
""",
    "f.cpp": """std::string password;
const auto token = parser.next_token();
enum class Token { Identifier, Keyword, EndOfFile };
static constexpr std::string_view kSecretKey = "secret_key";
constexpr std::uint64_t kSeed = 0x9e3779b97f4a7c15;
if (key.password_hash != hash_of(password)) return false;
""",
    "g.sh": """TOKEN="$(cat /run/secrets/token)"
export PASSWORD="${DB_PASSWORD:?missing}"
read -rs PASSWORD
curl -u "$USER:$PASSWORD" https://example.com
docker login -u "$U" -p "$P"
psql "postgres://$USER:$PASS@localhost/app"
""",
    "h.tf": """variable "password" { type = string }
resource "x" "y" {
  password = var.password
  token    = data.vault.secret.token
  key_name = aws_key_pair.main.key_name
}
""",
    "i.sql": """create table users (id uuid, password text not null, token varchar(64), api_key bytea);
alter role app with password :'password';
select password_hash from users where token = $1;
""",
    "j.html": '<input type="password" name="password" placeholder="Enter your password" autocomplete="current-password">\n',
}

DOCUMENTS = {
    "openapi.yaml": """openapi: 3.1.0
info: {title: Tokens, version: 1.2.3}
paths:
  /token:
    post:
      operationId: createToken
      security: [{bearerAuth: []}]
      parameters:
        - {name: X-Api-Key, in: header, required: true, schema: {type: string, description: The secret key of your account}}
      responses: {"200": {description: a token}}
components:
  securitySchemes:
    bearerAuth: {type: http, scheme: bearer, bearerFormat: JWT}
    apiKey: {type: apiKey, name: api_key, in: query}
    oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://example.com/oauth/token, scopes: {"read:secret": read secrets}}}}
  schemas:
    Login:
      type: object
      required: [password, client_secret]
      properties:
        password: {type: string, format: password, minLength: 8, example: your-password}
        client_secret: {type: string, description: Secret of the client}
        token: {type: string, maxLength: 5000}
        access_token: {type: [string, "null"]}
        private_key: {type: string, writeOnly: true}
        max_tokens: {type: integer, default: 4096}
        api_key: {$ref: "#/components/schemas/Key"}
        cookie: {enum: [none, session]}
    Key: {type: string, pattern: "^sk_[a-z]{4}_[A-Za-z0-9]{24}$", example: sk_xxxx_xxxxxxxxxxxxxxxxxxxxxxxx}
""",
    "openapi.json": """{
  "components": {
    "securitySchemes": {"bearerAuth": {"type": "http", "scheme": "bearer"}, "apiKey": {"type": "apiKey", "name": "api_key", "in": "query"}},
    "schemas": {
      "Login": {
        "required": ["password", "client_secret"],
        "properties": {
          "password": {"type": "string", "format": "password", "description": "The password: at least 12 characters"},
          "token": {"$ref": "#/components/schemas/Token"},
          "api_key": {"type": "string", "example": "your-api-key"},
          "authorization": {"type": "string", "enum": ["none", "bearer"]}
        }
      }
    }
  }
}
""",
    "deploy.yaml": """apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      imagePullSecrets:
        - name: registry-credentials-2024
      containers:
        - name: app
          env:
            - name: DB_PASSWORD
              valueFrom:
                secretKeyRef:
                  name: db-credentials
                  key: password
            - name: API_TOKEN
              valueFrom: {secretKeyRef: {name: api-token-v2, key: token}}
          envFrom:
            - secretRef:
                name: app-secrets-2024
      volumes:
        - name: tls
          secret:
            secretName: tls-certificate-2024
""",
    "values.yaml": """auth:
  existingSecret: app-secret-name
  passwordKey: password
  tokenSecretRef: vault:secret/data/app#token
postgresql:
  auth:
    secretKeys:
      adminPasswordKey: postgres-password
""",
    "ci.yaml": """env:
  TOKEN: ${{ secrets.GITHUB_TOKEN }}
  PASSWORD: ${{ secrets.DEPLOY_PASSWORD_2024 }}
variables:
  API_KEY: $CI_API_KEY
with:
  token: ${{ github.token }}
""",
    "README.md": """# Passwords and tokens

A password: keep it to yourself. The secret: there is none. Token: a short-lived string.

The password must have at least 12 characters, one digit and one sign.
Your API key: you find it under Settings. Pass the token as `Authorization: Bearer <token>`.
Basic authentication is required; digest authentication is not supported.
The bearer of this document may enter the secret garden.
Use `password=...` only in tests; use `--token TOKEN` or `API_KEY=<key>` otherwise.
Secrets: vault, sops, age. Keys: RSA-4096, Ed25519. Cookies: session, persistent.

| password | secret-looking | token |
|---|---|---|
| string | boolean | integer |

See https://example.com/docs/authentication#token-refresh-2024 and https://example.com/?page=2&sort=created_at.
mailto:somebody@example.com, git@example.com:team/repository.git, ssh://git@example.com:22/team/x.git
""",
    "notes.txt": """forgot my password again
token expired at 12:34:56
password reset for user 12345678 succeeded
secret santa: draw on 2024-12-06
key: C major, tempo: 120
cookie: two cups of flour
the token was rejected: invalid_grant
error: password authentication failed for user "app"
authorization: denied
WARN token=<nil> user=app
password:
secret = None
""",
}

NAMES = {
    "inputTokens": 1234567, "outputTokens": 89012345, "max_tokens": 16384, "total_tokens": 123456789, "maxTokens": "16384000", "tokens": 12345678,
    "tokenizer": "cl100k_base_2024", "tokenCount": 99, "payloadKeys": ["alpha1234", "beta56789"], "author": "somebody12345",
    "authored_by": "person-123456", "keyboard": "us-intl-104", "monkey": "banana12345678", "secretary": "office-room-12345",
    "passenger": "seat-12a-window", "compass": "north-by-northwest-7", "cookieConsent": "accepted-2024", "tokenType": "Bearer",
    "token_type": "bearer",
    "auth": True, "authMode": "oauth", "authMethods": ["password", "token"], "credentialsMode": "include", "hasPassword": True, "passwordLength": 12,
    "keyId": "signing-key-2024", "publicKey": "n/a", "primaryKey": "id", "foreign_key": "users.id", "sortKey": "created_at",
    "cacheKey": "v1:users:list:page:2", "secretName": "db-credentials", "secretKeyRef": {"name": "db", "key": "password"},
    "password_reset_url": "https://example.com/reset", "tokenUrl": "https://example.com/token", "grant_type": "client_credentials",
    "authorization_endpoint": "https://example.com/authorize", "scope": "read:token write:secret",
}
