import fc from 'fast-check';

/** Grammar of URLs that resemble allowed ones or lead to internal hosts. `{P}` is the port of a canary. */

const words = (text: string) => text.trim().split(/\s+/);

const inside = [
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '168.63.129.16',
];
const publicAddresses = ['8.8.8.8', '93.184.215.14'];

/** Spellings that resolvers and URL parsers read as the same IPv4 address. */
export function listSpellings(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number, length = 2) => value.toString(16).padStart(length, '0');
  const octal = (value: number) => `0${value.toString(8)}`;
  const groups = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
  const wide = (text: string) =>
    [...text]
      .map((sign) => (sign === '.' ? '。' : String.fromCharCode(sign.charCodeAt(0) + 0xfee0)))
      .join('');
  const circled = (text: string) =>
    text.replace(/[1-9]/g, (digit) => String.fromCharCode(0x245f + Number(digit))).replaceAll('0', '⓪');
  return [
    address,
    `${address}.`,
    `${number}`,
    `0x${hex(number, 8)}`,
    `0X${hex(number, 8).toUpperCase()}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map(octal).join('.'),
    `${octal(a)}.0x${hex(b)}.${c}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    bytes.map((byte) => `000${octal(byte)}`).join('.'),
    wide(address),
    circled(address),
    address.replaceAll('.', '%2e'),
    [...address].map((sign) => `%${hex(sign.charCodeAt(0))}`).join(''),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
    `${a}\u00ad.${b}.${c}.${d}`,
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${address}]`,
    `[::${groups}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::]`,
    `[2001:0:${groups}::]`,
    `[fe80::5efe:${address}]`,
    `[::ffff:0:${address}]`,
    `${address}.nip.io`,
    `${address.replaceAll('.', '-')}.sslip.io`,
  ];
}

const namesInside = words(`
  localhost LOCALHOST localhost. localhost.localdomain localtest.me ip6-localhost loopback [::1] [::]
  [0:0:0:0:0:0:0:1] [fe80::1%25eth0] [fd00:ec2::254] [fc00::1] [ff02::1] [fec0::1] metadata.google.internal
  metadata instance-data kubernetes.default.svc host.docker.internal 0 127.1 127.0.1 0x7f.1 ⑯⑨｡②⑤④｡⑯⑨｡②⑤④
  evil.example xn--thrads-1ya.com localhost%00 %6c%6f%63%61%6c%68%6f%73%74 ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ﬁle.evil.example
`);

function listLookalikes(good: string): string[] {
  const dot = good.indexOf('.');
  const [first, domain] = [good.slice(0, dot), good.slice(dot + 1)];
  const homoglyphs: Record<string, string> = {
    a: 'а',
    e: 'е',
    o: 'о',
    c: 'с',
    i: 'і',
    s: 'ѕ',
    t: 'τ',
    d: 'ԁ',
    h: 'һ',
    n: 'ո',
    m: 'ｍ\u0337',
  };
  return [
    ...[...new Set(good)].flatMap((sign) => (homoglyphs[sign] ? [good.replace(sign, homoglyphs[sign])] : [])),
    `${good}.evil.example`,
    `${good}.`,
    `${good}..`,
    `.${good}`,
    `evil${good}`,
    `evil-${good}`,
    `${good}-evil.example`,
    `${good}evil.example`,
    `${good.replace('.com', '.co')}`,
    `${good.replace('.com', '.com.co')}`,
    `${good.replaceAll('.', '-')}.evil.example`,
    `${first}_${domain}`,
    `${good}%2eevil.example`,
    `${good}%00.evil.example`,
    `${good}%20.evil.example`,
    `${good}%23.evil.example`,
    `${good}%2f.evil.example`,
    `${good}%5c.evil.example`,
    `${good}%09.evil.example`,
    `${good}\u2044evil.example`,
    `${good}\uff0fevil.example`,
    `${good}\u2488evil.example`,
    `${good}\uff1aevil.example`,
    `${good}\uff03.evil.example`,
    `${good}\uff20evil.example`,
    `www.evil.example/${good}`,
    `evil.example;${good}`,
    `evil.example,${good}`,
    `evil.example|${good}`,
    `evil.example&${good}`,
    `evil.example$${good}`,
    `[${good}]`,
  ];
}

function authorities(good: string): fc.Arbitrary<string> {
  const spelled = fc
    .constantFrom(...inside, ...publicAddresses)
    .chain((address) => fc.constantFrom(...listSpellings(address)));
  const bad = fc.oneof(
    { weight: 4, arbitrary: spelled },
    { weight: 2, arbitrary: fc.constantFrom(...namesInside) },
    { weight: 3, arbitrary: fc.constantFrom(...listLookalikes(good)) },
  );
  const port = fc.constantFrom(
    '',
    '',
    ':{P}',
    ':{P}',
    ':80',
    ':443',
    ':22',
    ':0',
    ':65536',
    ':443443',
    ':-1',
    ':x',
    ':',
    ':８０',
  );
  const shape = fc.constantFrom(
    ...[
      'B',
      'B',
      'B',
      'B',
      'G@B',
      'G:443@B',
      'user:G@B',
      'G%40B@B',
      'G%2f@B',
      'G&@B',
      'G%23@B',
      '@B',
      ':@B',
      'a@G@B',
    ],
    ...['B#@G', 'B?@G', 'B/@G', 'B\\@G', 'B%5c@G', 'B#.G', 'B?.G', 'B/G', 'G@B#G', 'B\\G', 'B%09.G'],
  );
  const ofBad = fc.tuple(shape, bad, port).map(([text, host, portSuffix]) =>
    text
      .replaceAll('G', '\u0000')
      .replaceAll('B', () => host + portSuffix)
      .replaceAll('\u0000', () => good),
  );
  /** The allowed host with an unusual port, user info or invalid characters. */
  const ofGood = fc
    .constantFrom(
      'G:8443',
      'G:{P}',
      'G:22',
      'G:65536',
      'G:443443',
      'G:x',
      'u@G',
      'u:p@G',
      ':@G',
      '@@G',
      'G%00',
      'G%20',
      'G%',
      'G:443:443',
      '*.G',
      '[G]',
      'G..',
      'G.',
    )
    .map((text) => text.replaceAll('G', good));
  return fc.oneof({ weight: 6, arbitrary: ofBad }, { weight: 1, arbitrary: ofGood });
}

const webSchemes = ['https://', 'https://', 'https://', 'http://', 'HTTPS://', 'hTtP://'];
const otherSchemes = [
  'ftp://',
  'file://',
  'file:///',
  'gopher://',
  'dict://',
  'ldap://',
  'tftp://',
  'sftp://',
  'jar:https://',
  'ws://',
  'wss://',
  'data:text/html,https://',
  'javascript://',
  'view-source:https://',
  'blob:https://',
  'about:https://',
  'netdoc://',
  'phar://',
  'php://',
  'unix://',
  'ssh://',
  'smb://',
  'https:',
  'https:/',
  'http:/',
  'https:\\\\',
  'https:/\\',
  'https:\\/',
  'https:///',
  'https:////',
  'http:///',
  'ht\ttps://',
  'https ://',
  'https;//',
  'https//',
  '://',
  '\\\\',
  '///',
  'https：//',
  'hxxps://',
];

/** `path`: one that is valid on the allowed host `good`. */
export function hostileUrl(good: string, path: string): fc.Arbitrary<string> {
  const evil = authorities(good);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...webSchemes), evil)
        .map(([scheme, host]) => `${scheme}${host}${path}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...otherSchemes), evil)
        .map(([scheme, host]) => `${scheme}${host}${path}`),
    },
  );
}

export const otherScheme: fc.Arbitrary<string> = fc.constantFrom(...otherSchemes);
