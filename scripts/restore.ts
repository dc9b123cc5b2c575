// `npm run restore -- FILE [--replace]`: what `npm run backup` wrote, into an empty DATA_DIR or DATABASE_URL.
import { restore } from './restore-command.ts';

const code = await restore({
  ...{ words: process.argv.slice(2), environment: process.env },
  ...{ tell: console.log, complain: console.error },
});
if (code !== 0) process.exit(code);
