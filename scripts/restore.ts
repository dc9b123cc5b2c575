// `npm run restore -- FILE [--replace]`: restores a backup into an empty DATA_DIR or DATABASE_URL.
import { restore } from './restore-command.ts';

const code = await restore({
  args: process.argv.slice(2),
  environment: process.env,
  print: console.log,
  printError: console.error,
});
if (code !== 0) process.exit(code);
