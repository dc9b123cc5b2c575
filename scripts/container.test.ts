import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The lines of a YAML mapping below its key. */
function readBlock(text: string, key: string): string {
  const [, indent = '', rest = ''] = new RegExp(`^( *)${key}:(?: &\\w+)?\n([\\s\\S]*)`, 'm').exec(text) ?? [];
  const lines = rest.split('\n');
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `));
  return lines.slice(0, end === -1 ? undefined : end).join('\n');
}

test('the image runs without root and has no shell command', () => {
  const stage =
    readFileSync('Dockerfile', 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(stage.match(/^USER .*/gm)).toEqual(['USER 10001:10001']);
  expect(stage).toMatch(/^CMD \["node", "build\/server\/main\.js"\]$/m);
  // The only command as root makes the data folder; nothing that is copied belongs to the user of the process.
  expect(stage.match(/^RUN .*/gm)).toEqual(['RUN mkdir /data && chown 10001:10001 /data']);
  expect(stage).not.toMatch(/--chown|^ADD /m);
});

test('nodes, nginx and Valkey have a read-only file system and no capabilities', () => {
  const compose = readFileSync('compose.yaml', 'utf8');
  for (const service of ['x-node', 'nginx', 'valkey']) {
    const block = readBlock(compose, service);
    expect(block, service).toMatch(/^ +read_only: true$/m);
    expect(block, service).toMatch(/^ +cap_drop: \[ALL\]$/m);
    expect(block, service).toMatch(/^ +security_opt: \["no-new-privileges:true"\]$/m);
    expect(block, service).not.toMatch(/privileged|cap_add|docker\.sock/);
  }
});

test('each action of the release is pinned to a commit, and jobs get only the permissions they need', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
  const actions = workflow.match(/uses: .*/g) ?? [];
  expect(actions.length).toBeGreaterThan(3);
  expect(
    actions.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
  expect(workflow).toMatch(/^permissions: \{\}$/m);
  expect(workflow.match(/^ +[\w-]+: write$/gm)?.map((line) => line.trim())).toEqual([
    'id-token: write',
    'attestations: write',
    'contents: write',
  ]);
  // Values of the event reach commands only as environment variables.
  expect((workflow.match(/run: .*/g) ?? []).filter((line) => line.includes('${{'))).toEqual([]);
  const image = /^ARG NODE_VERSION=(.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  expect(/node-version: (.*)/.exec(workflow)?.[1]).toBe(image);
  // An npm script would install the packages again, with the Node of the `node` package.
  expect(workflow).toContain('- run: npm ci --ignore-scripts');
  expect(workflow).not.toContain('npm run');
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts).not.toHaveProperty('prebuild');
});
