import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A self-signed certificate for localhost and its key, as PEM files in `folder`. */
export function createCertificate(folder: string): { key: string; certificate: string } {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ],
    { stdio: 'ignore' },
  );
  return { key, certificate };
}
