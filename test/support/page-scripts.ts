import { gzipSync } from 'node:zlib';

interface Script {
  code: string;
  size: number;
}

/** By URL. Each script is fetched and compressed once, however many pages name it. */
const scripts = new Map<string, Promise<Script>>();

/** Code of all scripts of a page and of their static imports, without lazy ones. `cookie`: a session. */
export async function pageScripts(origin: string, path: string, cookie = ''): Promise<string[]> {
  return (await loadScripts(origin, path, cookie)).map(({ code }) => code);
}

export async function pageScriptBytes(origin: string, path: string, cookie = ''): Promise<number> {
  return (await loadScripts(origin, path, cookie)).reduce((sum, { size }) => sum + size, 0);
}

async function loadScripts(origin: string, path: string, cookie: string): Promise<Script[]> {
  const page = await (await fetch(origin + path, { headers: { cookie } })).text();
  const waiting = listScripts(page);
  const found = new Map<string, Script>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const url = origin + name;
    const loading = scripts.get(url) ?? loadScript(url);
    scripts.set(url, loading);
    const script = await loading;
    found.set(name, script);
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    for (const [, imported] of script.code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(folder + imported);
  }
  return [...found.values()];
}

async function loadScript(url: string): Promise<Script> {
  const code = await (await fetch(url)).text();
  return { code, size: gzipSync(code).length };
}

function listScripts(page: string): string[] {
  return [
    ...new Set(
      [...page.replace(/ data-later="[^"]*"/, '').matchAll(/\/assets\/[\w.-]+\.js/g)].map(
        (match) => match[0],
      ),
    ),
  ];
}
