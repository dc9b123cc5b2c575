import { parseArgs } from 'node:util';
import { sceneNames, scenes, shareLinks } from './scenes.ts';
import { startFakeThreads } from './start-fake-threads.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4750' },
    'media-port': { type: 'string', default: '4751' },
  },
});

const fake = await startFakeThreads({ port: Number(values.port), mediaPort: Number(values['media-port']) });

console.log(`Fake Threads: ${fake.origin}, media host: http://${fake.mediaHost}\n`);
for (const [name, value] of Object.entries(fake.environment)) console.log(`${name}=${value}`);
console.log('\nLinks to paste:\n');
for (const name of sceneNames) console.log(`${scenes[name].link.padEnd(58)} ${scenes[name].title}`);
for (const link of Object.values(shareLinks))
  console.log(`${link.padEnd(58)} In the format of the app's share sheet`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void fake[Symbol.asyncDispose]().then(() => process.exit(0));
  });
}
