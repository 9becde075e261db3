#include "io/impl/certificate.hpp"

#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <array>
#include <ctime>

namespace understudy::io {

namespace {

constexpr std::size_t kLongestCommonName = 64;  // X.520

base::Failure openssl_failed(std::string_view call) {
    std::array<char, 256> text{};
    ERR_error_string_n(ERR_get_error(), text.data(), text.size());
    ERR_clear_error();
    return base::fail(base::Code::IoSystem, {{"call", std::string(call)}, {"why", text.data()}});
}

// 16 random bytes, as RFC 5280 wants them: positive, and not to be guessed.
bool set_serial(X509& certificate) {
    std::array<unsigned char, 16> bytes{};
    if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) return false;
    bytes[0] = static_cast<unsigned char>((bytes[0] & 0x7F) | 0x40);
    const std::unique_ptr<BIGNUM, decltype(&BN_free)> number(
        BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr), BN_free);
    return number != nullptr &&
           BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(&certificate)) != nullptr;
}

bool set_validity(X509& certificate, const Validity& validity) {
    return ASN1_TIME_set(X509_getm_notBefore(&certificate), validity.from.seconds) != nullptr &&
           ASN1_TIME_set(X509_getm_notAfter(&certificate), validity.until.seconds) != nullptr;
}

bool add_entry(X509_NAME& name, int what, std::string_view text) {
    return X509_NAME_add_entry_by_NID(&name, what, MBSTRING_UTF8,
                                      reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()), -1, 0) == 1;
}

// A common name that is too long is left out: only the alternative names count.
bool set_subject(X509& certificate, std::string_view common_name) {
    X509_NAME* name = X509_get_subject_name(&certificate);
    return name != nullptr && add_entry(*name, NID_organizationName, "Understudy") &&
           (common_name.size() > kLongestCommonName ||
            add_entry(*name, NID_commonName, common_name));
}

bool add_extension(X509& certificate, X509& issuer, int what, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
        X509V3_EXT_conf_nid(nullptr, &context, what, value), X509_EXTENSION_free);
    return extension != nullptr && X509_add_ext(&certificate, extension.get(), -1) == 1;
}

struct FreeNames {
    void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

bool add_name(GENERAL_NAMES& names, int kind, std::string_view bytes) {
    std::unique_ptr<GENERAL_NAME, decltype(&GENERAL_NAME_free)> name(GENERAL_NAME_new(),
                                                                     GENERAL_NAME_free);
    // An IP address is an octet string, a DNS name an IA5 one; both are ASN1_STRINGs inside.
    ASN1_STRING* value = kind == GEN_IPADD ? ASN1_OCTET_STRING_new() : ASN1_IA5STRING_new();
    if (name == nullptr || value == nullptr) return false;
    ASN1_STRING_set(value, bytes.data(), static_cast<int>(bytes.size()));
    GENERAL_NAME_set0_value(name.get(), kind, value);
    return sk_GENERAL_NAME_push(&names, name.release()) > 0;
}

// Built as objects and not from text: no name can be read as two.
bool add_alternative_names(X509& certificate, const HostName& host) {
    const std::unique_ptr<GENERAL_NAMES, FreeNames> names(GENERAL_NAMES_new());
    if (names == nullptr) return false;
    bool added = host.kind == HostName::Kind::Address ? add_name(*names, GEN_IPADD, host.address)
                                                      : add_name(*names, GEN_DNS, host.text);
    if (host.text == "localhost") {
        const std::string four("\x7F\0\0\1", 4);
        const std::string six = std::string(15, '\0') + '\1';
        added = added && add_name(*names, GEN_IPADD, four) && add_name(*names, GEN_IPADD, six);
    }
    return added && X509_add1_ext_i2d(&certificate, NID_subject_alt_name, names.get(), 0, 0) == 1;
}

base::Result<CertificatePointer> begin_certificate(EVP_PKEY& key, std::string_view name,
                                                   const Validity& validity) {
    CertificatePointer certificate(X509_new());
    constexpr long kVersion3 = 2;
    if (certificate == nullptr || X509_set_version(certificate.get(), kVersion3) != 1 ||
        !set_serial(*certificate) || !set_validity(*certificate, validity) ||
        !set_subject(*certificate, name) || X509_set_pubkey(certificate.get(), &key) != 1) {
        return openssl_failed("X509_new");
    }
    return certificate;
}

struct FreeBio {
    void operator()(BIO* bio) const { BIO_free(bio); }
};
using BioPointer = std::unique_ptr<BIO, FreeBio>;

BioPointer reader_of(std::string_view text) {
    return BioPointer(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string text_in(BIO& bio) {
    char* text = nullptr;
    const long size = BIO_get_mem_data(&bio, &text);
    return {text, static_cast<std::size_t>(size)};
}

// Instead of the library's own, which would ask at the terminal.
int refuse_pass_phrase(char*, int, int, void*) {
    return -1;
}

base::Instant instant_of(const ASN1_TIME* time) {
    std::tm parts{};
    if (ASN1_TIME_to_tm(time, &parts) != 1) return {};
    return {::timegm(&parts), 0};
}

}  // namespace

base::Result<KeyPointer> make_key() {
    KeyPointer key(EVP_EC_gen("P-256"));
    if (key == nullptr) return openssl_failed("EVP_EC_gen");
    return key;
}

base::Result<CertificatePointer> make_root(EVP_PKEY& key, std::string_view name,
                                           const Validity& validity) {
    CertificatePointer root = TRY(begin_certificate(key, name, validity));
    if (X509_set_issuer_name(root.get(), X509_get_subject_name(root.get())) != 1 ||
        !add_extension(*root, *root, NID_basic_constraints, "critical,CA:TRUE,pathlen:0") ||
        !add_extension(*root, *root, NID_key_usage, "critical,keyCertSign,cRLSign") ||
        !add_extension(*root, *root, NID_subject_key_identifier, "hash") ||
        X509_sign(root.get(), &key, EVP_sha256()) == 0) {
        return openssl_failed("X509_sign");
    }
    return root;
}

base::Result<CertificatePointer> make_leaf(EVP_PKEY& key, const HostName& host,
                                           const Validity& validity, X509& root,
                                           EVP_PKEY& root_key) {
    CertificatePointer leaf = TRY(begin_certificate(key, host.text, validity));
    if (X509_set_issuer_name(leaf.get(), X509_get_subject_name(&root)) != 1 ||
        !add_extension(*leaf, root, NID_basic_constraints, "critical,CA:FALSE") ||
        !add_extension(*leaf, root, NID_key_usage, "critical,digitalSignature") ||
        !add_extension(*leaf, root, NID_ext_key_usage, "serverAuth") ||
        !add_extension(*leaf, root, NID_subject_key_identifier, "hash") ||
        !add_extension(*leaf, root, NID_authority_key_identifier, "keyid:always") ||
        !add_alternative_names(*leaf, host) ||
        X509_sign(leaf.get(), &root_key, EVP_sha256()) == 0) {
        return openssl_failed("X509_sign");
    }
    return leaf;
}

CertificatePointer certificate_from_pem(std::string_view pem) {
    const BioPointer bio = reader_of(pem);
    CertificatePointer read(PEM_read_bio_X509(bio.get(), nullptr, refuse_pass_phrase, nullptr));
    ERR_clear_error();
    return read;
}

KeyPointer key_from_pem(std::string_view pem) {
    const BioPointer bio = reader_of(pem);
    KeyPointer read(PEM_read_bio_PrivateKey(bio.get(), nullptr, refuse_pass_phrase, nullptr));
    ERR_clear_error();
    return read;
}

std::string to_pem(const X509& certificate) {
    const BioPointer bio(BIO_new(BIO_s_mem()));
    PEM_write_bio_X509(bio.get(), &certificate);
    return text_in(*bio);
}

std::string to_pem(const EVP_PKEY& key) {
    const BioPointer bio(BIO_new(BIO_s_secmem()));
    PEM_write_bio_PKCS8PrivateKey(bio.get(), &key, nullptr, nullptr, 0, nullptr, nullptr);
    return text_in(*bio);
}

bool belongs_to(const X509& certificate, const EVP_PKEY& key) {
    const bool does = X509_check_private_key(&certificate, &key) == 1;
    ERR_clear_error();
    return does;
}

bool is_root(const X509& certificate) {
    // Both ask for parts that are worked out, and kept, on first use.
    auto& asked = const_cast<X509&>(certificate);
    return X509_check_ca(&asked) == 1 && X509_self_signed(&asked, 1) == 1;
}

std::string fingerprint_of(const X509& certificate) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    X509_digest(&certificate, EVP_sha256(), bytes.data(), &size);
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        if (i > 0) text += ':';
        text += kDigits[bytes[i] >> 4U];
        text += kDigits[bytes[i] & 15U];
    }
    return text;
}

std::string name_of(const X509& certificate) {
    std::array<char, 4 * kLongestCommonName + 1> text{};
    const int size = X509_NAME_get_text_by_NID(X509_get_subject_name(&certificate), NID_commonName,
                                               text.data(), static_cast<int>(text.size()));
    return size < 0 ? std::string() : std::string(text.data());
}

Validity validity_of(const X509& certificate) {
    return {instant_of(X509_get0_notBefore(&certificate)),
            instant_of(X509_get0_notAfter(&certificate))};
}

}  // namespace understudy::io
