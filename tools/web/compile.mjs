// Calls a function of compiling.py in the engine: node compile.mjs ENGINE FOLDER COMPILING FUNCTION ARGUMENTS-AS-JSON
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
const [engine, folder, compiling, name, words] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(join(engine, "pyodide.mjs")));
const python = await loadPyodide({indexURL: engine + "/"});
python.mountNodeFS("/staged", folder);
python.runPython(readFileSync(compiling, "utf8"));
python.globals.get(name)(...JSON.parse(words).map(word => python.toPy(word)));
