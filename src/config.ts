import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { apiKeyPrefix } from '#accounts/contract.ts';
import { mediaSettings, upstreamFaults } from '#config-media.ts';
import { bucketOf, isOrigin, nodeFaults, nodeSettings } from '#config-nodes.ts';
import { proofFaults, proofSettings, type verifications } from '#config-proofs.ts';
import type { DatabaseConfig } from '#database/connect.ts';
import type { ModelConfig } from '#platform/language-model.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { S3Config } from '#platform/s3-file-store.ts';
import { type RequestProfile, requestProfiles } from '#threads/contract.ts';

/** Everything the process was told, checked once. Nothing else reads the environment. */
export interface Config {
  http: {
    host: string | undefined;
    port: number;
    publicOrigin: string;
    /** Addresses and ranges of proxies whose word on who asks is taken. */
    trustedProxies: readonly string[];
    publicAnonKey: string | null;
  };
  dataDir: string;
  database: DatabaseConfig;
  /** Keeps the files; null: they lie in `dataDir`. */
  bucket: S3Config | null;
  /** What an empty database starts with. */
  seed: (typeof seeds)[number];
  /** Where nodes count together; null: each process by itself. */
  valkeyUrl: string | null;
  /** All limits of clients times this. */
  limitScale: number;
  /** null: generated once into `dataDir`. */
  appSecret: string | null;
  contactEmail: string | null;
  /** Where the contact form's messages go; null: they stay on the visitor's screen. */
  mail: { smtpUrl: string; to: string } | null;
  /** A provider of language models; null: suggestions come from rules. */
  assistant: (ModelConfig & { dailyTokens: number; runTokens: number }) | null;
  threads: { origin: string; profiles: readonly RequestProfile[] };
  /** `offload`: who sends the bytes of a judged file; null: this process. */
  media: { hosts: readonly string[]; offload: 'nginx' | null; ffmpegPath: string | null };
  /** Addresses on this machine that requests may go to: only for tests and the demo. */
  upstreamLoopback: boolean;
  /** `proof`: a file is given to a browser that has done some work for its post. */
  verification: (typeof verifications)[number];
  /** Who may read `/metrics`; null: nobody, and nothing is there. */
  metricsToken: string | null;
  logLevel: (typeof logLevels)[number];
}

/** One setting that cannot be used, with what to do about it. */
export interface ConfigFault {
  name: string;
  mend: string;
}

const seeds = ['welcome', 'demo', 'none'] as const;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const defaultProfiles: RequestProfile[] = ['P1', 'P2', 'P3', 'P4'];
const defaultMediaHosts = ['cdninstagram.com', 'fbcdn.net', 'tenor.co', 'tenor.com', 'giphy.com'];

/** What stands in examples until somebody fills it in. */
const exampleSecret =
  /change.?(me|this|it)|replace.?(me|this|it)|(your|my|the|app|default).?(secret|key|password)|example|placeholder|default|(?<part>.{2,10})\k<part>{4}/i;

const list = (text: string) => [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);

const environment = z.object({
  HOST: z.string().optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'Give a port number from 0 to 65535, for example 3000.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'Give a port number from 0 to 65535, for example 3000.')
    .default(3000),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'Give the address visitors use, without a path, for example https://example.org.')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform(list)
    .refine(
      (proxies) => proxies.every(isAddressRange),
      'Give addresses or ranges with commas between, for example 127.0.0.1,10.0.0.0/8.',
    )
    .default([]),
  PUBLIC_ANON_KEY: z
    .string()
    .min(8, 'Give at least 8 characters, or leave it out.')
    .refine(
      (key) => !key.startsWith(apiKeyPrefix),
      `Give a key that does not begin with "${apiKeyPrefix}": so do the API keys that owners make, and calls with it would be refused as such.`,
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgres,
      'Give the address of a PostgreSQL database, for example postgres://user:password@db.example.org/unspool, or leave it out for the embedded one.',
    )
    .optional(),
  VALKEY_URL: z
    .string()
    .refine(
      isValkey,
      'Give the address of a Valkey server, for example redis://user:password@valkey.example.org:6379.',
    )
    .optional(),
  LIMITS_SCALE: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/, 'Give a number, for example 2 for twice as many calls a minute.')
    .transform(Number)
    .refine((scale) => scale > 0, 'Give a number above 0, for example 2 for twice as many calls a minute.')
    .default(1),
  SEED: z.enum(seeds, `Choose one of ${seeds.join(', ')}.`).default('welcome'),
  APP_SECRET: z
    .string()
    .refine(
      (secret) => secret.length >= 32 && new Set(secret).size >= 8 && !exampleSecret.test(secret),
      'Give at least 32 random characters, or leave it out: one is then made and kept in DATA_DIR.',
    )
    .optional(),
  CONTACT_EMAIL: z.email('Give one mail address, for example hello@example.org.').optional(),
  SMTP_URL: z
    .string()
    .refine(isMailServer, 'Give a mail server, for example smtps://user:password@mail.example.org.')
    .optional(),
  AI_BASE_URL: z
    .string()
    .refine(isModelAddress, 'Give the address of a provider, for example https://api.example.org/v1.')
    .optional(),
  AI_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Give the key as the provider shows it, without spaces.')
    .optional(),
  AI_MODEL: z.string().max(200, 'Give the name of a model, as the provider lists it.').optional(),
  AI_IMAGE_MODEL: z.string().max(200, 'Give the name of a model, as the provider lists it.').optional(),
  AI_DAILY_BUDGET: z
    .string()
    .regex(/^\d{1,9}$/, 'Give a number of tokens a day, for example 500000.')
    .transform(Number)
    .default(500_000),
  AI_RUN_BUDGET: z
    .string()
    .regex(/^\d{1,9}$/, 'Give a number of tokens for one run of translations, for example 250000.')
    .transform(Number)
    .default(250_000),
  THREADS_ORIGIN: z
    .string()
    .refine(isOrigin, 'Give an address without a path, for example https://www.threads.com.')
    .default('https://www.threads.com'),
  THREADS_PROFILES: z
    .string()
    .transform(list)
    .pipe(
      z
        .array(z.enum(requestProfiles, `Name profiles out of ${requestProfiles.join(', ')}, with commas.`))
        .min(1),
    )
    .default(defaultProfiles),
  MEDIA_HOSTS: z.string().transform(list).default(defaultMediaHosts),
  ...mediaSettings,
  ...nodeSettings,
  UPSTREAM_LOOPBACK: z.literal('allow', 'Leave it out, or say "allow" (tests and demo only).').optional(),
  ...proofSettings,
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'Give at least 16 random characters without spaces, or leave it out.')
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `Choose one of ${logLevels.join(', ')}.`).default('info'),
});

/** Names of every setting, as `.env.example` lists them. */
export const settingNames = Object.keys(environment.shape);

/** Pure. An empty setting counts as left out; all faults are reported together. */
export function readConfig(env: Record<string, string | undefined>): Result<Config, ConfigFault[]> {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, env[name]?.trim()]).filter(([, value]) => value),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    return fail(parsed.error.issues.map((issue) => ({ name: String(issue.path[0]), mend: issue.message })));
  }
  const settings = parsed.data;
  const faults = upstreamFaults(
    settings.THREADS_ORIGIN,
    settings.MEDIA_HOSTS,
    settings.UPSTREAM_LOOPBACK === 'allow',
  );
  if (settings.SMTP_URL && !settings.CONTACT_EMAIL)
    faults.push({ name: 'SMTP_URL', mend: 'Give CONTACT_EMAIL too: messages are delivered there.' });
  faults.push(...assistantFaults(settings), ...nodeFaults(settings), ...proofFaults(settings));
  if (faults.length > 0) return fail(faults);
  return ok({
    http: {
      host: settings.HOST,
      port: settings.PORT,
      publicOrigin: new URL(settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`).origin,
      trustedProxies: settings.TRUSTED_PROXIES,
      publicAnonKey: settings.PUBLIC_ANON_KEY ?? null,
    },
    dataDir: settings.DATA_DIR,
    database: settings.DATABASE_URL
      ? { kind: 'server', url: settings.DATABASE_URL }
      : { kind: 'embedded', folder: join(settings.DATA_DIR, 'database') },
    bucket: bucketOf(settings),
    seed: settings.SEED,
    valkeyUrl: settings.VALKEY_URL ?? null,
    limitScale: settings.LIMITS_SCALE,
    appSecret: settings.APP_SECRET ?? null,
    contactEmail: settings.CONTACT_EMAIL ?? null,
    mail:
      settings.SMTP_URL && settings.CONTACT_EMAIL
        ? { smtpUrl: settings.SMTP_URL, to: settings.CONTACT_EMAIL }
        : null,
    assistant: settings.AI_BASE_URL
      ? {
          baseUrl: settings.AI_BASE_URL.replace(/\/+$/, ''),
          apiKey: settings.AI_API_KEY ?? null,
          textModel: settings.AI_MODEL ?? null,
          imageModel: settings.AI_IMAGE_MODEL ?? null,
          dailyTokens: settings.AI_DAILY_BUDGET,
          runTokens: settings.AI_RUN_BUDGET,
        }
      : null,
    threads: { origin: new URL(settings.THREADS_ORIGIN).origin, profiles: settings.THREADS_PROFILES },
    media: {
      hosts: settings.MEDIA_HOSTS,
      offload: settings.MEDIA_OFFLOAD ?? null,
      ffmpegPath: settings.FFMPEG_PATH ?? null,
    },
    upstreamLoopback: settings.UPSTREAM_LOOPBACK === 'allow',
    verification: settings.VERIFICATION,
    metricsToken: settings.METRICS_TOKEN ?? null,
    logLevel: settings.LOG_LEVEL,
  });
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isPostgres(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname } = new URL(text);
  return ['postgres:', 'postgresql:'].includes(protocol) && pathname.length > 1;
}

function isValkey(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return ['redis:', 'rediss:', 'valkey:', 'valkeys:'].includes(protocol) && hostname !== '';
}

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '';
}

/** A key in the address would be written into every error about it. */
function isModelAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === '';
}

type Given = Partial<
  Record<'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL' | 'AI_IMAGE_MODEL', string | undefined>
>;

function assistantFaults({ AI_BASE_URL, AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL }: Given): ConfigFault[] {
  if (AI_BASE_URL) {
    if (AI_MODEL || AI_IMAGE_MODEL) return [];
    return [{ name: 'AI_BASE_URL', mend: 'Give AI_MODEL or AI_IMAGE_MODEL too: nothing else says which.' }];
  }
  const alone = Object.entries({ AI_API_KEY, AI_MODEL, AI_IMAGE_MODEL }).filter(([, value]) => value);
  return alone.map(([name]) => ({ name, mend: 'Give AI_BASE_URL too: it says whom to ask.' }));
}
