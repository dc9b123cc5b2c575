import { gzipSync } from 'node:zlib';

interface Script {
  code: string;
  /** Bytes, gzip. */
  size: number;
}

/** By address. A script is asked for and compressed once, however many pages name it. */
const scripts = new Map<string, Promise<Script>>();

/** The code of every script a page names, and of every script those import statically, but not of what it keeps for later. `cookie`: who asks. */
export async function homeScripts(origin: string, path: string, cookie = ''): Promise<string[]> {
  return (await loadScripts(origin, path, cookie)).map(({ code }) => code);
}

/** Bytes, gzip, of those. */
export async function homeScriptBytes(origin: string, path: string, cookie = ''): Promise<number> {
  return (await loadScripts(origin, path, cookie)).reduce((sum, { size }) => sum + size, 0);
}

async function loadScripts(origin: string, path: string, cookie: string): Promise<Script[]> {
  const page = await (await fetch(origin + path, { headers: { cookie } })).text();
  const waiting = scriptsIn(page);
  const found = new Map<string, Script>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const address = origin + name;
    const loading = scripts.get(address) ?? loadScript(address);
    scripts.set(address, loading);
    const script = await loading;
    found.set(name, script);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    for (const [, imported] of script.code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(folder + imported);
  }
  return [...found.values()];
}

async function loadScript(address: string): Promise<Script> {
  const code = await (await fetch(address)).text();
  return { code, size: gzipSync(code).length };
}

function scriptsIn(page: string): string[] {
  return [
    ...new Set(
      [...page.replace(/ data-later="[^"]*"/, '').matchAll(/\/assets\/[\w.-]+\.js/g)].map(
        (match) => match[0],
      ),
    ),
  ];
}
