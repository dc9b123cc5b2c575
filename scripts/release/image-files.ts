import { readFileSync } from 'node:fs';

/** COPY instructions of the Dockerfile's last stage. */
const copyInstruction = /^COPY (?:--from=\w+ \/app\/)?(\S+) \.\/(\S+)$/gm;

/** What the app needs to run, as `[path in the checkout, path in the image]`. */
export function listImageFiles(): [from: string, to: string][] {
  const stage =
    readFileSync('Dockerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const pairs = [...stage.matchAll(copyInstruction)].map(([, from = '', to = '']): [string, string] => [
    from.replace(/^\.\//, ''),
    to,
  ]);
  if (pairs.length !== stage.match(/^COPY/gm)?.length) throw new Error('The Dockerfile has another COPY.');
  return pairs;
}
