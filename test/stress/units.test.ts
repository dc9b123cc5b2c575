import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const unit = readFileSync('deploy/systemd/unspool.service', 'utf8');

/** Debian has these programs, but nothing else needs them: they are tested where somebody installed them. */
function isInstalled(program: string): boolean {
  const found = spawnSync(program, ['--version']).error === undefined;
  if (!found) process.stdout.write(`${program} is not installed: tests that need it are skipped.\n`);
  return found;
}

test.runIf(isInstalled('systemd-analyze'))(
  'systemd accepts the example of a unit and finds little that it could reach',
  () => {
    const file = join(temporaryFolder(), 'unspool.service');
    // The program has to exist.
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    const verified = analyze('verify');
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    // The highest exposure that passes, in tenths.
    expect(analyze('security', '--offline=true', '--threshold=15').status).toBe(0);
  },
);

/** Debian's packages golang-go, golang-github-masterminds-sprig-dev and golang-gopkg-yaml.v3-dev. */
const goPath = '/usr/share/gocode';
const hasGo = isInstalled('go') && existsSync(`${goPath}/src/github.com/Masterminds/sprig`);

function renderChart() {
  const files = ['deploy/kubernetes/nginx.yaml', 'deploy/kubernetes/nodes.yaml'];
  const go = spawnSync('go', ['run', 'test/support/render-chart/main.go', 'deploy/helm', ...files], {
    encoding: 'utf8',
    env: { ...process.env, GO111MODULE: 'off', GOPATH: goPath },
  });
  expect(go.stderr).toBe('');
  return JSON.parse(go.stdout);
}

test.runIf(hasGo)('the Helm chart makes the same objects as the plain Kubernetes files', () => {
  const { rendered, plain } = renderChart();
  expect(rendered).toHaveLength(8);
  const annotation = { 'checksum/settings': expect.stringMatching(/^[0-9a-f]{64}$/) };
  for (const object of plain)
    if (object.kind === 'Deployment' && object.metadata.name === 'unspool')
      object.spec.template.metadata.annotations = annotation;
  expect(rendered).toEqual(plain);
});

test.runIf(hasGo)('the values of the Helm chart follow its schema, and others are rejected', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync('deploy/helm/values.schema.json', 'utf8')));
  const [values] = renderChart().values;
  expect(schema.safeParse(values).error).toBeUndefined();
  const wrong = [
    { ...values, settings: { ...values.settings, PUBLIC_ORIGIN: 'http://unspool.example.org' } },
    { ...values, settings: { ...values.settings, PORT: 3000 } },
    { ...values, secret: undefined },
    { ...values, replicas: 2 },
    { ...values, nodes: { ...values.nodes, min: 0 } },
    { ...values, nginx: { ...values.nginx, serviceType: 'Ingress' } },
  ];
  for (const other of wrong) expect(schema.safeParse(JSON.parse(JSON.stringify(other))).success).toBe(false);
});
