import { gzipSync } from 'node:zlib';

/** Bytes, gzip, of every script a page names, and of every script those import statically. `cookie`: who asks. */
export async function homeScriptBytes(origin: string, path: string, cookie = ''): Promise<number> {
  const page = await (await fetch(origin + path, { headers: { cookie } })).text();
  const waiting = scriptsIn(page);
  const sizes = new Map<string, number>();
  for (let script = waiting.pop(); script !== undefined; script = waiting.pop()) {
    if (sizes.has(script)) continue;
    const code = await (await fetch(origin + script)).text();
    sizes.set(script, gzipSync(code).length);
    const folder = script.slice(0, script.lastIndexOf('/') + 1);
    for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      waiting.push(folder + name);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

function scriptsIn(page: string): string[] {
  return [...new Set([...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map((match) => match[0]))];
}
