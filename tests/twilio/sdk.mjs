// The vendor's Node library against the pack. sdk.mjs WAY CASE PORT KEY TOKEN ACCOUNT TEST_ACCOUNT
//
// WAY says how the library gets here: `client`, by an httpClient that changes the origin of every address, or `proxy`, by
// nothing but the environment (HTTPS_PROXY and our authority in NODE_EXTRA_CA_CERTS).
import assert from "node:assert/strict";
import { createServer } from "node:http";
import twilio from "twilio";

const [way, name, port, key, token, account, testAccount] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const FROM = "+15005550006";
const TO = "+14155550100";

class Rewriting extends twilio.RequestClient {
  request(options) {
    const url = new URL(options.uri);
    return super.request({ ...options, uri: origin + url.pathname + url.search });
  }
}

const client = (sid = account, secret = token) => twilio(sid, secret, way === "client" ? { httpClient: new Rewriting() } : {});

async function control(path, body) {
  const said = await fetch(`${origin}/__admin__/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(said.ok, `${path}: ${said.status} ${await said.clone().text()}`);
  return said.json();
}

const advance = (by) => control("clock/advance", { by });
const happens = (event, data) => control("world/events", { event, data });

// One character of a text is another one: what was signed is not this any more.
const altered = (text) => text.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (each) => (each === "0" ? "1" : "0"));

// What was said in a callback, and whether the library verifies it: as it came, with another token, and with one character of
// what was sent changed. Of JSON the address alone is signed, and holds the digest of the body.
function verified(type, signed, url, raw) {
  if (type === "application/json") {
    const check = (secret, body) => twilio.validateRequestWithBody(secret, signed, url, body);
    const without = url.replace(/[?&]bodySHA256=[0-9a-f]{64}$/, "");
    assert.notEqual(without, url, "the address holds no digest");
    const forged = check("0".repeat(32), raw) || check(token, altered(raw)) || twilio.validateRequestWithBody(token, signed, altered(url), raw);
    return { ...JSON.parse(raw), valid: check(token, raw), forged: forged || twilio.validateRequest(token, signed, without, {}) };
  }
  assert.equal(type, "application/x-www-form-urlencoded");
  const form = Object.fromEntries(new URLSearchParams(raw));
  const check = (secret, members) => twilio.validateRequest(secret, signed, url, members);
  const forged = check("0".repeat(32), form) || Object.keys(form).some((each) => form[each] && check(token, { ...form, [each]: altered(form[each]) }));
  return { ...form, valid: check(token, form), forged: forged || check(token, { ...form, More: "x" }) };
}

// Everything that is heard is verified by the library before it counts.
async function listening(use) {
  const heard = [];
  const server = createServer((request, response) => {
    const pieces = [];
    request.on("data", (piece) => pieces.push(piece));
    request.on("end", () => {
      const url = `http://127.0.0.1:${server.address().port}${request.url}`;
      const { "content-type": type, "x-twilio-signature": signed } = request.headers;
      heard.push(verified(type, signed, url, Buffer.concat(pieces).toString("utf8")));
      response.writeHead(204).end();
    });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await use(`http://127.0.0.1:${server.address().port}/status?from=alerts`, heard);
    assert.ok(heard.length > 0, "nothing was heard");
    for (const { valid, forged, ...said } of heard) assert.deepEqual([valid, forged], [true, false], JSON.stringify(said));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const refused = async (promise) => {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof twilio.RestException, String(error));
    assert.equal(error.moreInfo, `https://www.twilio.com/docs/errors/${error.code}`);
    return [error.status, error.code, error.message];
  }
  throw new Error("it was not refused");
};

const cases = {
  async messages() {
    await listening(async (statusCallback, heard) => {
      const sent = await client().messages.create({ to: TO, from: FROM, body: "ä & b=c", statusCallback });
      assert.equal(sent.status, "queued");
      assert.equal(sent.dateSent, null);
      assert.ok(sent.dateCreated instanceof Date);
      assert.equal(heard.length, 0, "the first status is told to nobody");
      await advance("1m");
      assert.deepEqual(heard.map((each) => each.MessageStatus), ["sending", "sent", "delivered"]);
      assert.deepEqual([heard[0].MessageSid, heard[0].AccountSid, heard[0].To, heard[0].From], [sent.sid, account, TO, FROM]);
      const read = await client().messages(sent.sid).fetch();
      assert.equal(read.status, "delivered");
      assert.equal(read.dateSent.getTime() - read.dateCreated.getTime(), 3000);
    });
  },
  async media() {
    const sent = await client().messages.create({ to: TO, from: FROM, mediaUrl: ["https://example.test/a.png", "https://example.test/b.gif"] });
    assert.equal(sent.numMedia, "2");
    const media = await client().messages(sent.sid).media.list();
    assert.deepEqual(media.map((each) => each.contentType), ["image/png", "image/gif"]);
    assert.equal(await client().messages(sent.sid).media(media[0].sid).remove(), true);
    assert.equal((await client().messages(sent.sid).media.list()).length, 1);
  },
  async scheduled() {
    const service = await client().messaging.v1.services.create({ friendlyName: "Alerts" });
    const number = await client().incomingPhoneNumbers.create({ phoneNumber: "+14155550111" });
    await client().messaging.v1.services(service.sid).phoneNumbers.create({ phoneNumberSid: number.sid });
    await listening(async (statusCallback, heard) => {
      const plain = await client().messages.create({ to: TO, messagingServiceSid: service.sid, body: "now", statusCallback });
      assert.deepEqual([plain.status, plain.from], ["accepted", null]);
      await advance("1m");
      assert.deepEqual(heard.map((each) => each.MessageStatus), ["queued", "sending", "sent", "delivered"]);
      assert.equal((await client().messages(plain.sid).fetch()).from, "+14155550111");
    });
    const now = new Date((await client().messages.list({ limit: 1 }))[0].dateUpdated);
    const later = { to: TO, messagingServiceSid: service.sid, body: "later", scheduleType: "fixed", sendAt: new Date(now.getTime() + 3600e3) };
    const [first, second] = [await client().messages.create(later), await client().messages.create(later)];
    assert.equal(first.status, "scheduled");
    assert.equal((await client().messages(second.sid).update({ status: "canceled" })).status, "canceled");
    await advance("2h");
    assert.equal((await client().messages(first.sid).fetch()).status, "delivered");
    assert.deepEqual(await refused(client().messages(first.sid).update({ status: "canceled" })), [400, 30409, "Message cannot be canceled."]);
  },
  async paging() {
    for (let i = 0; i < 5; ++i) await client().messages.create({ to: TO, from: FROM, body: `number ${i}` });
    const bodies = (await client().messages.list({ pageSize: 2 })).map((each) => each.body);
    assert.deepEqual(bodies, ["number 4", "number 3", "number 2", "number 1", "number 0"]);
    let page = await client().messages.page({ pageSize: 2 });
    const sizes = [];
    for (; page; page = await page.nextPage()) sizes.push(page.instances.length);
    assert.deepEqual(sizes, [2, 2, 1]);
    for (let i = 0; i < 5; ++i) await client().messaging.v1.services.create({ friendlyName: `service ${i}` });
    assert.equal((await client().messaging.v1.services.list({ pageSize: 2 })).length, 5);
    let later = await client().messaging.v1.services.page({ pageSize: 2 });
    later = await later.nextPage();
    assert.deepEqual(later.instances.map((each) => each.friendlyName), ["service 2", "service 1"]);
    later = await later.previousPage();
    assert.deepEqual(later.instances.map((each) => each.friendlyName), ["service 4", "service 3"]);
  },
  async filters() {
    const sent = [];
    for (const body of ["first", "second", "third"]) {
      sent.push(await client().messages.create({ to: body === "second" ? "+14155550101" : TO, from: FROM, body }));
      await advance("1d");
    }
    const at = (await client().messages(sent[1].sid).fetch()).dateSent;
    const bodies = async (filter) => (await client().messages.list(filter)).map((each) => each.body);
    assert.deepEqual(await bodies({ dateSentAfter: at }), ["third", "second"]);
    assert.deepEqual(await bodies({ dateSentBefore: at }), ["second", "first"]);
    assert.deepEqual(await bodies({ dateSent: at }), ["second"]);
    assert.deepEqual(await bodies({ to: "+14155550101" }), ["second"]);
    assert.deepEqual(await bodies({ to: "+14155550199" }), []);
  },
  async deleting() {
    const sent = await client().messages.create({ to: TO, from: FROM, body: "gone soon" });
    await advance("1m");
    assert.equal((await client().messages(sent.sid).update({ body: "" })).body, "");
    assert.equal(await client().messages(sent.sid).remove(), true);
    const path = `/2010-04-01/Accounts/${account}/Messages/${sent.sid}.json`;
    assert.deepEqual(await refused(client().messages(sent.sid).fetch()), [404, 20404, `The requested resource ${path} was not found`]);
  },
  async magic() {
    const test = client(testAccount);
    const code = async (promise) => (await refused(promise))[1];
    const send = (to, from) => test.messages.create({ to, from, body: "x" });
    for (const [from, wanted] of [["+15005550001", 21212], ["+15005550007", 21606], ["+15005550008", 21611], ["+14155550100", 21606]])
      assert.equal(await code(send(TO, from)), wanted, `from ${from}`);
    for (const [to, wanted] of [["+15005550001", 21211], ["+15005550002", 21612], ["+15005550003", 21408], ["+15005550004", 21610], ["+15005550009", 21614]])
      assert.equal(await code(send(to, FROM)), wanted, `to ${to}`);
    assert.equal((await send(TO, FROM)).status, "queued");
    const call = (to, from) => test.calls.create({ to, from, twiml: "<Response/>" });
    for (const [to, wanted] of [["+15005550001", 21217], ["+15005550002", 21214], ["+15005550003", 21215], ["+15005550004", 21216]])
      assert.equal(await code(call(to, FROM)), wanted, `call to ${to}`);
    for (const [from, wanted] of [["+15005550001", 21212], ["+14155550100", 21210]]) assert.equal(await code(call(TO, from)), wanted, `call from ${from}`);
    for (const [phoneNumber, wanted] of [["+15005550000", 21422], ["+15005550001", 21421]])
      assert.equal(await code(test.incomingPhoneNumbers.create({ phoneNumber })), wanted, phoneNumber);
    assert.equal(await code(test.incomingPhoneNumbers.create({ areaCode: "533" })), 21452);
    assert.equal((await test.incomingPhoneNumbers.create({ phoneNumber: FROM })).phoneNumber, FROM);
    assert.deepEqual(await refused(test.messages.list()), [403, 20008, "Resource not accessible with Test Account Credentials"]);
  },
  async calls() {
    await listening(async (statusCallback, heard) => {
      const asked = { to: TO, from: FROM, twiml: "<Response/>", statusCallback, statusCallbackEvent: ["initiated", "ringing", "answered", "completed"] };
      const call = await client().calls.create(asked);
      assert.equal(call.status, "queued");
      await advance("5s");
      assert.equal((await client().calls(call.sid).fetch()).status, "ringing");
      await happens("callee.answers", { call: call.sid });
      await advance("42s");
      assert.equal((await client().calls(call.sid).fetch()).status, "in-progress");
      await happens("callee.hangs_up", { call: call.sid });
      await advance("1s");
      const over = await client().calls(call.sid).fetch();
      assert.deepEqual([over.status, over.duration], ["completed", "42"]);
      assert.deepEqual(heard.map((each) => each.CallStatus), ["initiated", "ringing", "in-progress", "completed"]);
      assert.equal(heard[3].CallDuration, "42");
      heard.length = 0;
      const ends = { "callee.is_busy": "busy", "callee.does_not_answer": "no-answer", "network.fails_call": "failed" };
      for (const [event, status] of Object.entries(ends)) {
        const other = await client().calls.create({ ...asked, statusCallbackEvent: undefined });
        await advance("5s");
        await happens(event, { call: other.sid });
        await advance("1s");
        assert.equal((await client().calls(other.sid).fetch()).status, status);
      }
      assert.deepEqual(heard.map((each) => each.CallStatus), Object.values(ends));
      const ignored = await client().calls.create(asked);
      await advance("2m");
      assert.equal((await client().calls(ignored.sid).fetch()).status, "no-answer");
      const unwanted = await client().calls.create(asked);
      assert.equal((await client().calls(unwanted.sid).update({ status: "canceled" })).status, "canceled");
      assert.deepEqual(await refused(client().calls(unwanted.sid).update({ status: "completed" })), [400, 21220, "Call is not in-progress. Cannot redirect."]);
      assert.equal((await client().calls.list({ status: "busy" })).length, 1);
      assert.equal((await client().calls.list({ startTimeAfter: over.startTime, pageSize: 2 })).length, 6);
    });
  },
  async recordings() {
    await control("exogenous/pins", { on: "transcriber.begins", field: "transcription_text", value: "The door is open." });
    await listening(async (recordingStatusCallback, heard) => {
      const call = await client().calls.create({ to: TO, from: FROM, twiml: "<Response/>", record: true, recordingStatusCallback });
      await advance("5s");
      await happens("callee.answers", { call: call.sid });
      await advance("10s");
      await happens("callee.hangs_up", { call: call.sid });
      await advance("5s");
      const [recording] = await client().recordings.list({ callSid: call.sid });
      assert.deepEqual([recording.status, recording.duration, recording.source], ["completed", "10", "OutboundAPI"]);
      assert.deepEqual(heard.map((each) => [each.RecordingStatus, each.RecordingSid]), [["completed", recording.sid]]);
      assert.equal((await client().calls(call.sid).recordings.list()).length, 1);
      await happens("transcriber.begins", { recording: recording.sid });
      await advance("1m");
      const [text] = await client().recordings(recording.sid).transcriptions.list();
      assert.deepEqual([text.status, text.transcriptionText], ["completed", "The door is open."]);
      assert.equal(await client().transcriptions(text.sid).remove(), true);
      assert.equal(await client().recordings(recording.sid).remove(), true);
      assert.deepEqual((await refused(client().recordings(recording.sid).fetch())).slice(0, 2), [404, 20404]);
      assert.equal((await client().recordings(recording.sid).fetch({ includeSoftDeleted: true })).status, "deleted");
      heard.length = 0;
      const other = await client().calls.create({ to: TO, from: FROM, twiml: "<Response/>", timeLimit: 60 });
      await advance("5s");
      await happens("callee.answers", { call: other.sid });
      const asked = { recordingStatusCallback, recordingStatusCallbackEvent: ["in-progress", "completed"], recordingTrack: "outbound" };
      assert.equal((await client().calls(other.sid).recordings.create(asked)).track, "outbound");
      // Nobody hangs up: the time limit of the call ends it, and the recording with it.
      await advance("2m");
      assert.equal((await client().calls(other.sid).fetch()).duration, "60");
      assert.deepEqual(heard.map((each) => [each.RecordingStatus, each.RecordingTrack]), [["in-progress", "outbound"], ["completed", "outbound"]]);
      assert.equal(heard[1].RecordingDuration, "60");
    });
  },
  async numbers() {
    const number = await client().incomingPhoneNumbers.create({ areaCode: "415", friendlyName: "Front door" });
    assert.match(number.phoneNumber, /^\+1415555\d{4}$/);
    assert.deepEqual({ ...number.capabilities }, { fax: false, mms: true, sms: true, voice: true });
    await listening(async (smsUrl, heard) => {
      await client().incomingPhoneNumbers(number.sid).update({ smsUrl });
      await happens("person.sends_message", { number: number.sid, from: TO, body: "STATUS" });
      await advance("1s");
      assert.deepEqual(heard.map((each) => [each.From, each.To, each.Body]), [[TO, number.phoneNumber, "STATUS"]]);
    });
    assert.equal((await client().messages.list({ to: number.phoneNumber }))[0].direction, "inbound");
    // In a pool the messaging service is told, unless it leaves that to the number.
    await listening(async (inboundRequestUrl, heard) => {
      const { services } = client().messaging.v1;
      const service = await services.create({ friendlyName: "Alerts", inboundRequestUrl });
      await services(service.sid).phoneNumbers.create({ phoneNumberSid: number.sid });
      await happens("person.sends_message", { number: number.sid, from: TO, body: "STOP" });
      await advance("1s");
      assert.deepEqual(heard.map((each) => [each.Body, each.MessagingServiceSid]), [["STOP", service.sid]]);
      await services(service.sid).update({ useInboundWebhookOnNumber: true });
      await client().incomingPhoneNumbers(number.sid).update({ smsUrl: "" });
      await happens("person.sends_message", { number: number.sid, from: TO, body: "START" });
      await advance("1s");
      assert.equal(heard.length, 1);
      assert.equal(await services(service.sid).remove(), true);
    });
    const branch = await client().api.v2010.accounts.create({ friendlyName: "Branch office" });
    assert.equal((await client().incomingPhoneNumbers(number.sid).update({ accountSid: branch.sid })).accountSid, branch.sid);
    assert.deepEqual((await refused(client().incomingPhoneNumbers(number.sid).fetch())).slice(0, 2), [404, 20404]);
    assert.equal(await client().api.v2010.accounts(branch.sid).incomingPhoneNumbers(number.sid).remove(), true);
  },
  async lookups() {
    const look = (number, asked) => client().lookups.v2.phoneNumbers(number).fetch(asked);
    await control("exogenous/pins", { on: "fetchPhoneNumber", field: "caller", value: { caller_name: "EX AMPLE", caller_type: "CONSUMER", error_code: null } });
    const found = await look("+14155552671", { fields: "line_type_intelligence,caller_name" });
    assert.deepEqual([found.valid, found.countryCode, found.nationalFormat, found.validationErrors], [true, "US", "(415) 555-2671", []]);
    assert.deepEqual([found.callerName.callerName, found.callerName.callerType], ["EX AMPLE", "CONSUMER"]);
    assert.ok(found.lineTypeIntelligence.carrierName);
    const plain = await look("(415) 555-2671");
    assert.deepEqual([plain.phoneNumber, plain.lineTypeIntelligence ?? null, plain.callerName ?? null], ["+14155552671", null, null]);
    const wrong = await look("+1415555");
    assert.deepEqual([wrong.valid, wrong.validationErrors, wrong.countryCode], [false, ["TOO_SHORT"], null]);
  },
  async intelligence() {
    const { services, transcripts } = client().intelligence.v2;
    await listening(async (webhookUrl, heard) => {
      const service = await services.create({ uniqueName: "front_desk", friendlyName: "Front desk", webhookUrl });
      assert.deepEqual([service.version, service.languageCode, service.webhookHttpMethod], [1, "en-US", "POST"]);
      assert.deepEqual(await refused(services.create({ uniqueName: "front_desk" })), [409, 20409, "Unique name front_desk is already in use"]);
      assert.equal((await services(service.sid).update({ friendlyName: "Reception" })).version, 2);
      const channel = { media_properties: { source_sid: "RE" + "1".repeat(32) }, participants: [{ channel_participant: 1, full_name: "Ä. Müller" }] };
      const asked = { serviceSid: service.sid, channel, customerKey: "visit & 1", mediaStartTime: new Date("2025-01-01T00:00:00Z") };
      const made = await transcripts.create(asked);
      assert.deepEqual([made.status, made.duration, made.channel], ["queued", 0, channel]);
      assert.equal(made.mediaStartTime.getTime(), asked.mediaStartTime.getTime());
      const said = [{ transcript: "Good morning.", media_channel: 1, confidence: 0.9 }, { transcript: "The door is open.", media_channel: 2 }, { transcript: "Which door?" }];
      await control("exogenous/pins", { on: "intelligence_transcripts.settle", field: "sentences", value: said });
      // By its address: the object that `create` gives knows none in this library.
      const transcript = transcripts(made.sid);
      assert.equal((await transcript.sentences.list()).length, 0);
      await advance("10s");
      assert.equal((await transcript.fetch()).status, "in-progress");
      assert.equal(heard.length, 0, "nobody is told before the end");
      await advance("10s");
      assert.equal((await transcript.fetch()).status, "completed");
      const { valid, forged, ...told } = heard[0];
      assert.deepEqual([heard.length, told], [1, { account_sid: account, customer_key: "visit & 1", event_type: "voice_intelligence_transcript_available", service_sid: service.sid, transcript_sid: made.sid }]);
      const read = await transcript.sentences.list({ pageSize: 1 });
      assert.deepEqual(read.map((each) => [each.sentenceIndex, each.transcript, each.mediaChannel]), said.map((each, i) => [i, each.transcript, each.media_channel ?? 1]));
      let page = await transcript.sentences.page({ pageSize: 1 });
      const pages = [];
      for (; page; page = await page.nextPage()) pages.push(page.instances.length);
      assert.deepEqual(pages, [1, 1, 1]);
      await control("exogenous/pins", { on: "intelligence_transcripts.settle", field: "branch", value: "failed" });
      const second = await transcripts.create({ serviceSid: service.sid, channel: { media_properties: { media_url: "https://example.test/visit.wav" } } });
      await advance("20s");
      assert.deepEqual([(await transcripts(second.sid).fetch()).status, heard.length], ["failed", 1]);
      assert.deepEqual((await transcripts.list({ status: "failed" })).map((each) => each.sid), [second.sid]);
      assert.deepEqual((await transcripts.list({ sourceSid: channel.media_properties.source_sid, pageSize: 1 })).map((each) => each.sid), [made.sid]);
      assert.equal(await transcripts(second.sid).remove(), true);
      assert.deepEqual(await refused(transcripts(second.sid).fetch()), [404, 20404, `The requested resource /v2/Transcripts/${second.sid} was not found`]);
      assert.deepEqual((await refused(transcripts.create({ ...asked, serviceSid: "GA" + "0".repeat(32) }))).slice(0, 2), [404, 20404]);
      assert.deepEqual((await refused(services.create({ uniqueName: "" }))).slice(0, 2), [400, 20001]);
      assert.equal(await services(service.sid).remove(), true);
    });
    for (let i = 0; i < 5; ++i) await services.create({ uniqueName: `service ${i}` });
    assert.deepEqual((await services.list({ pageSize: 2 })).map((each) => each.uniqueName), [4, 3, 2, 1, 0].map((i) => `service ${i}`));
  },
  async accounts() {
    const own = await client().api.v2010.accounts(account).fetch();
    assert.deepEqual([own.sid, own.status, own.type], [account, "active", "Full"]);
    const made = await client().api.v2010.accounts.create({ friendlyName: "Branch office" });
    assert.equal(made.ownerAccountSid, account);
    const theirs = await client().api.v2010.accounts(made.sid).messages.create({ to: TO, from: FROM, body: "from there" });
    assert.equal(theirs.accountSid, made.sid);
    assert.equal((await client().messages.list()).length, 0);
    assert.equal((await client().api.v2010.accounts(made.sid).update({ status: "suspended" })).status, "suspended");
  },
  async errors() {
    assert.deepEqual(await refused(client(account, "0".repeat(32)).messages.list()), [401, 20003, "Authenticate"]);
    const send = (params) => refused(client().messages.create(params));
    assert.deepEqual(await send({ to: "12", from: FROM, body: "x" }), [400, 21211, "Invalid 'To' Phone Number: 12"]);
    assert.deepEqual(await send({ to: TO, body: "x" }), [400, 21603, "A 'From' phone number is required."]);
    assert.deepEqual(await send({ to: TO, from: FROM }), [400, 21619, "A text message body or media urls must be specified."]);
    assert.deepEqual((await send({ to: TO, from: FROM, body: "x".repeat(1601) })).slice(0, 2), [400, 21617]);
    assert.deepEqual((await send({ to: TO, messagingServiceSid: "MG" + "0".repeat(32), body: "x" })).slice(0, 2), [400, 21705]);
    assert.deepEqual(await send({ to: TO, from: FROM, body: "x", statusCallback: "nowhere" }), [400, 21609, "The StatusCallback URL nowhere is not a valid URL."]);
    assert.deepEqual(await send({ to: TO, from: FROM, mediaUrl: ["nowhere"] }), [400, 21620, "Invalid media URL(s)"]);
    assert.deepEqual(await send({ to: TO, from: FROM, mediaUrl: Array(11).fill("https://example.test/a.png") }), [400, 21623, "Number of media files exceeds allowed limit"]);
    assert.deepEqual(await refused(client().calls.create({ to: TO, from: FROM })), [400, 21205, "Url parameter is required."]);
  },
};

await cases[name]();
