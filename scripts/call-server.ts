import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Config } from '../src/app/config.ts';
import { backupProofLabel } from '../src/backup/contract.ts';
import { readOrCreateSecret } from '../src/platform/crypto/app-secret.ts';
import { createSealer } from '../src/platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '../src/platform/result.ts';

/** Posts to the running server on this machine. The error is a sentence. `path`: below `/api/local`. */
export async function callRunningServer(
  config: Pick<Config, 'http' | 'appSecret' | 'dataDir'>,
  path: string,
  body: object,
): Promise<Result<Record<string, unknown>, string>> {
  const secret = config.appSecret ?? readOrCreateSecret(config.dataDir);
  // Not `fetch`, which times out after five minutes.
  const options = {
    host: config.http.host ?? 'localhost',
    port: config.http.port,
    method: 'POST',
    path: `/api/local${path}`,
    headers: {
      authorization: `Bearer ${createSealer(secret, backupProofLabel).seal(Date.now())}`,
      'content-type': 'application/json',
    },
  };
  const response = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    request(options, (incoming) =>
      text(incoming).then((content) => resolve({ status: incoming.statusCode ?? 0, text: content }), reject),
    )
      .on('error', reject)
      .end(JSON.stringify(body));
  }).catch(() => null);
  if (response === null)
    return fail(
      `There is no response from http://${options.host}:${options.port}. Set PORT and HOST as for the running server.`,
    );
  if (response.status === 401)
    return fail(
      'The running server rejected the secret. Run the command on the same machine, with the same DATA_DIR or APP_SECRET.',
    );
  if (response.status !== 200)
    return fail(`The running server returned an error (${response.status}). See its log.`);
  return ok(JSON.parse(response.text));
}
