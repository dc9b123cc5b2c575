// `npm run owner:create`: gets a link from the running server that creates its first owner or, if there is
// one, resets that owner's password. The secret in DATA_DIR (or APP_SECRET) authorizes the request.
import { ownerProofLabel } from '#accounts/contract.ts';
import { readConfigOrExit } from '#app/lifecycle.ts';
import { readOrCreateSecret } from '../src/platform/crypto/app-secret.ts';
import { createSealer } from '../src/platform/crypto/sealed-token.ts';

const { http, dataDir, appSecret } = readConfigOrExit(process.env);
const proof = createSealer(appSecret ?? readOrCreateSecret(dataDir), ownerProofLabel).seal(Date.now());
const serverUrl = `http://${http.host ?? 'localhost'}:${http.port}`;

try {
  const response = await fetch(`${serverUrl}/api/accounts/owner-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${proof}` },
  });
  if (!response.ok) {
    exitWithMessage(
      'The running Unspool does not know this secret. Run the command where it runs, with the same DATA_DIR or APP_SECRET.',
    );
  }
  const { kind, path } = (await response.json()) as { kind: 'set-up' | 'reset'; path: string };
  const purpose =
    kind === 'set-up'
      ? 'Make the first owner of the blog'
      : 'There is an owner; set a new password for that account';
  console.log(`${purpose} (once): ${http.publicOrigin}${path}`);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  exitWithMessage(
    `Nothing answers at ${serverUrl}. Start Unspool first (npm start), or give the PORT and HOST it was started with.`,
  );
}

function exitWithMessage(message: string): never {
  console.error(message);
  process.exit(1);
}
