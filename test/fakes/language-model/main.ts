import { parseArgs } from 'node:util';
import { sceneNames } from './scenes.ts';
import { startFakeModel } from './start-fake-model.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4760' } } });
const fake = await startFakeModel({ port: Number(values.port) });

console.log(`Fake language model: ${fake.origin}\n`);
for (const [name, value] of Object.entries(fake.environment)) console.log(`${name}=${value}`);
console.log('\nPut one of these into a title or text to select the response:\n');
for (const name of sceneNames) console.log(`fake:${name}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void fake[Symbol.asyncDispose]().then(() => process.exit(0));
  });
}
