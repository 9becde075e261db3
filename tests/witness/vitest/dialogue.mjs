// A reader of dialogues that takes nothing on trust.
const KINDS = { open: ["talk"], say: ["talk", "part"], close: ["talk", "whole", "mood"], beat: ["talk"] };

export function readDialogue(text) {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const dialogue = { talk: undefined, parts: [], mood: undefined };
  let state = "begin";
  for (const line of text.slice(0, -1).split("\n")) {
    const record = JSON.parse(line);
    const fields = KINDS[record.type];
    if (!fields) throw new Error(`unknown type ${record.type}`);
    for (const field of fields) {
      if (typeof record[field] !== "string") throw new Error(`${record.type} without ${field}`);
    }
    if (record.type === "beat") continue;
    dialogue.talk ??= record.talk;
    if (record.talk !== dialogue.talk) throw new Error("two talks in one");
    const next = { begin: { open: "run" }, run: { say: "run", close: "end" }, end: {} }[state][record.type];
    if (!next) throw new Error(`${record.type} in state ${state}`);
    state = next;
    if (record.type === "say") dialogue.parts.push(record.part);
    if (record.type !== "close") continue;
    if (record.whole !== dialogue.parts.join("")) throw new Error("the whole is not its parts");
    if (!["glad", "sad"].includes(record.mood)) throw new Error(`unknown mood ${record.mood}`);
    dialogue.mood = record.mood;
  }
  if (state !== "end") throw new Error("the talk was not closed");
  return dialogue;
}
