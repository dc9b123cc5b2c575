import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A self-signed certificate for localhost and 127.0.0.1 and its key, as PEM files in `folder`. */
export function createCertificate(folder: string): { key: string; certificate: string } {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  );
  return { key, certificate };
}
