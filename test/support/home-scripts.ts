import { gzipSync } from 'node:zlib';

/** The code of every script a page names, and of every script those import statically, but not of what it keeps for later. `cookie`: who asks. */
export async function homeScripts(origin: string, path: string, cookie = ''): Promise<string[]> {
  const page = await (await fetch(origin + path, { headers: { cookie } })).text();
  const waiting = scriptsIn(page);
  const codes = new Map<string, string>();
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (codes.has(script)) continue;
    const code = await (await fetch(origin + script)).text();
    codes.set(script, code);
    const folder = script.slice(0, script.lastIndexOf('/') + 1);
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(folder + name);
  }
  return [...codes.values()];
}

/** Bytes, gzip, of those. */
export async function homeScriptBytes(origin: string, path: string, cookie = ''): Promise<number> {
  const codes = await homeScripts(origin, path, cookie);
  return codes.reduce((sum, code) => sum + gzipSync(code).length, 0);
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
