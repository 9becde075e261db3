// record_polly.mjs BASE FOLDER: some calls over Node's http, recorded by Polly into a HAR below FOLDER.
import http from 'node:http';
import { Polly } from '@pollyjs/core';
import NodeHttpAdapter from '@pollyjs/adapter-node-http';
import FSPersister from '@pollyjs/persister-fs';

const [base, folder] = process.argv.slice(2);
Polly.register(NodeHttpAdapter);
Polly.register(FSPersister);

function call(path, method = 'GET', headers = {}, body = undefined) {
  return new Promise((done, failed) => {
    const request = http.request(base + path, { method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', done);
    });
    request.on('error', failed);
    request.end(body);
  });
}

const polly = new Polly('what was asked', {
  adapters: ['node-http'],
  persister: 'fs',
  persisterOptions: { fs: { recordingsDir: folder } },
  mode: 'record',
  recordFailedRequests: true,
  logLevel: 'silent',
});
for (const path of ['/json?x=1&y=a%20b', '/zipped', '/binary', '/events', '/nothing', '/missing', '/turns', '/turns']) await call(path);
await call('/things', 'POST', { 'Content-Type': 'application/json' }, '{"k": "v"}');
await call('/things', 'POST', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'k=v+v');
await polly.stop();
