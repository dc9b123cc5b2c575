// `npm run owner:create`: asks the running product for the link that makes its first owner, or, where there is one, for
// a link to a new password. It proves to be the machine's owner by the secret in DATA_DIR (or APP_SECRET).
import { ownerProofLabel } from '#accounts/contract.ts';
import { configOrExit } from '#main.ts';
import { readOrCreateSecret } from '#platform/app-secret.ts';
import { createSealer } from '#platform/sealed-token.ts';

const { http, dataDir, appSecret } = configOrExit(process.env);
const proof = createSealer(appSecret ?? readOrCreateSecret(dataDir), ownerProofLabel).seal(Date.now());
const address = `http://${http.host ?? 'localhost'}:${http.port}`;

try {
  const answer = await fetch(`${address}/api/accounts/owner-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${proof}` },
  });
  if (!answer.ok) {
    endWith(
      'The running Unspool does not know this secret. Run the command where it runs, with the same DATA_DIR or APP_SECRET.',
    );
  }
  const { kind, path } = (await answer.json()) as { kind: 'set-up' | 'reset'; path: string };
  const what =
    kind === 'set-up'
      ? 'Make the first owner of the blog'
      : 'There is an owner; set a new password for that account';
  console.log(`${what} (once): ${http.publicOrigin}${path}`);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  endWith(
    `Nothing answers at ${address}. Start Unspool first (npm start), or give the PORT and HOST it was started with.`,
  );
}

function endWith(message: string): never {
  console.error(message);
  process.exit(1);
}
