// `npm run owner:create`: gets a link from the running server that creates its first owner or, if there is
// one, resets that owner's password. With `-- --reset-second-factor`, it also turns off that owner's second factor.
// The secret in DATA_DIR (or APP_SECRET) authorizes the request.
import { ownerProofLabel } from '#accounts/contract.ts';
import { readConfigOrExit } from '#app/lifecycle.ts';
import { readOrCreateSecret } from '../src/platform/crypto/app-secret.ts';
import { createSealer } from '../src/platform/crypto/sealed-token.ts';
import { serviceFetch } from '../src/platform/fetch/service-fetch.ts';

const { http, dataDir, appSecret } = readConfigOrExit(process.env);
const proof = createSealer(appSecret ?? readOrCreateSecret(dataDir), ownerProofLabel).seal(Date.now());
const { host = 'localhost', port } = http;
const resetsSecondFactor = process.argv.includes('--reset-second-factor');
const serverUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

try {
  const response = await serviceFetch(
    `${serverUrl}/api/accounts/owner-link${resetsSecondFactor ? '?second-factor=reset' : ''}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${proof}` },
    },
  );
  if (!response.ok) {
    exitWithMessage(
      'The running server rejected the secret. Run the command on the same machine, with the same DATA_DIR or APP_SECRET.',
    );
  }
  const { kind, path } = (await response.json()) as { kind: 'set-up' | 'reset'; path: string };
  const purpose = kind === 'set-up' ? 'Create the first owner' : 'Reset the owner’s password';
  if (resetsSecondFactor && kind === 'reset') console.log('The owner’s two-factor authentication is off.');
  console.log(`${purpose} with this one-time link: ${http.publicOrigin}${path}`);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  exitWithMessage(
    `No response from ${serverUrl}. Start Unspool first (npm start), or set PORT and HOST as for the running server.`,
  );
}

function exitWithMessage(message: string): never {
  console.error(message);
  process.exit(1);
}
