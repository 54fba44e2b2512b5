// Beside the page: the engine, given what the page brings, and the judge in it. Nothing is fetched from anywhere.
const bytes = text => {
  const letters = atob(text), found = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) found[i] = letters.charCodeAt(i);
  return found;
};
const unpacked = (text, kind) => new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip")), {headers: {"content-type": kind}});
let brought = {}, judge = null, python = null;
globalThis.fetch = async asked => {
  const name = String(asked.url || asked).split("/").pop();
  if (!(name in brought)) throw new TypeError(`${name} is not here, and nothing is fetched`);
  return brought[name]();
};
const PLACE = `
import json, os, sys
from compression import zstd
head, _, contents = zstd.decompress(bytes(packed)).partition(b"\\n")
at = 0
for name, size in json.loads(head):
    path = "/program/" + name
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(contents[at : at + size])
    at += size
sys.path.insert(0, "/program")
from hexmeister.page.alone import Judge
Judge(hears)
`;
const begin = async (wasm, library, program) => {
  brought = {"pyodide.asm.wasm": () => unpacked(wasm, "application/wasm"), "library.zip": () => unpacked(library, "application/zip")};
  const lockFileContents = {info: LOCK, packages: {}};
  python = await loadPyodide({indexURL: NOWHERE, stdLibURL: NOWHERE + "library.zip", createPyodideModule: _createPyodideModule, lockFileContents});
  brought = {};
  const hears = told => postMessage(JSON.parse(told));
  judge = python.runPython(PLACE, {globals: python.toPy({packed: bytes(program), hears})});
};
const orders = {
  begin,
  check: logs => judge.check(python.toPy(logs)),
  report: (language, asks) => judge.report(language, asks),
  record: language => judge.record(language),
  ask: (language, log, step, unit) => judge.ask(language, String(log), Number(step), String(unit)),
};
let last = Promise.resolve();
addEventListener("message", ({data: {id, name, asked}}) => {
  last = last.then(() => orders[name](...asked)).then(
    told => postMessage({id, told}),
    error => postMessage({id, early: name === "begin", fault: String(error.message || error).trim().split("\n").pop()}),
  );
});
