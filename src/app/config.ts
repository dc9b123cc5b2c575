import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { apiKeyPrefix } from '#accounts/contract.ts';
import type { DatabaseConfig } from '#database/database.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { S3Config } from '#platform/storage/s3-file-store.ts';
import { type ServerSettings, serverSettingNames } from '#settings/contract.ts';
import { type RequestProfile, requestProfiles } from '#threads/contract.ts';
import { clusterVariables, isOrigin, parseS3Config, validateCluster } from './config/cluster.ts';
import { mediaVariables, validateUpstream } from './config/media.ts';
import {
  type OwnerConfig,
  parseOwnerConfig,
  pickServerSettings,
  toConfigErrors,
} from './config/owner-settings.ts';

/** The validated environment. Nothing else reads environment variables. */
export interface Config {
  http: {
    host: string | undefined;
    port: number;
    publicOrigin: string;
    /** IP addresses and ranges of proxies that are trusted to name the client. */
    trustedProxies: readonly string[];
    publicAnonKey: string | null;
  };
  dataDir: string;
  database: DatabaseConfig;
  /** File storage; null: files are in `dataDir`. */
  s3: S3Config | null;
  seed: (typeof seedChoices)[number];
  /** Counters that nodes share; null: each process has its own. */
  valkeyUrl: string | null;
  /** null: generated once into `dataDir`. */
  appSecret: string | null;
  /** What the environment says; the stored settings fill the rest. */
  owner: OwnerConfig;
  /** The variables behind `owner` that the environment sets. */
  serverSettings: ServerSettings;
  threads: { origin: string; profiles: readonly RequestProfile[] };
  /** `offload`: who sends the bytes of an allowed file; null: this process. */
  media: { hosts: readonly string[]; offload: 'nginx' | null; ffmpegPath: string | null };
  /** Allows upstream requests to this machine. Only for tests and the demo. */
  upstreamLoopback: boolean;
  /** Required to read `/metrics`; null: the route does not exist. */
  metricsToken: string | null;
  logLevel: (typeof logLevels)[number];
}

export interface ConfigError {
  name: string;
  hint: string;
}

const seedChoices = ['welcome', 'demo', 'none'] as const;
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const defaultProfiles: RequestProfile[] = ['P1', 'P2', 'P3', 'P4'];
const defaultMediaHosts = [
  'cdninstagram.com',
  'fbcdn.net',
  'fbsbx.com',
  'tenor.co',
  'tenor.com',
  'giphy.com',
];

/** Matches placeholders from examples, and short repeated patterns. */
const exampleSecret =
  /change.?(me|this|it)|replace.?(me|this|it)|(your|my|the|app|default).?(secret|key|password)|example|placeholder|default|(?<part>.{2,10})\k<part>{4}/i;

const list = (text: string) => [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);

const environment = z.object({
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) !== 0 || /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/i.test(host),
      'Use an IP address or a host name of this machine, without a port, for example 127.0.0.1, or ::1 without brackets.',
    )
    .optional(),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'Use a port number from 0 to 65535, for example 3000.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'Use a port number from 0 to 65535, for example 3000.')
    .default(3000),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'Use the origin visitors see, without a path, for example https://example.org.')
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform(list)
    .refine(
      (proxies) => proxies.every(isAddressRange),
      'List IP addresses or ranges separated by commas, for example 127.0.0.1,10.0.0.0/8.',
    )
    .default([]),
  PUBLIC_ANON_KEY: z
    .string()
    .min(8, 'Use at least 8 characters, or remove the variable.')
    .refine(
      (key) => !key.startsWith(apiKeyPrefix),
      `Use a key that doesn't start with "${apiKeyPrefix}", the prefix of API keys that owners create.`,
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => (parseUrl(text, ['postgres', 'postgresql'])?.pathname.length ?? 0) > 1,
      'Use the URL of a PostgreSQL database, for example postgres://user:password@db.example.org/unspool, or remove the variable to use the embedded database.',
    )
    .optional(),
  VALKEY_URL: z
    .string()
    .refine(
      (text) => (parseUrl(text, ['redis', 'rediss', 'valkey', 'valkeys'])?.hostname ?? '') !== '',
      'Use the URL of a Valkey server, for example redis://user:password@valkey.example.org:6379.',
    )
    .optional(),
  SEED: z.enum(seedChoices, `Use one of ${seedChoices.join(', ')}.`).default('welcome'),
  APP_SECRET: z
    .string()
    .refine(
      (secret) => secret.length >= 32 && new Set(secret).size >= 8 && !exampleSecret.test(secret),
      'Use at least 32 random characters, or remove the variable: a secret is then generated and stored in DATA_DIR.',
    )
    .optional(),
  THREADS_ORIGIN: z
    .string()
    .refine(isOrigin, 'Use an origin without a path, for example https://www.threads.com.')
    .default('https://www.threads.com'),
  THREADS_PROFILES: z
    .string()
    .transform(list)
    .pipe(
      z
        .array(
          z.enum(
            requestProfiles,
            `List profiles separated by commas. Use only ${requestProfiles.join(', ')}.`,
          ),
        )
        .min(1),
    )
    .default(defaultProfiles),
  MEDIA_HOSTS: z.string().transform(list).default(defaultMediaHosts),
  ...mediaVariables,
  ...clusterVariables,
  UPSTREAM_LOOPBACK: z
    .literal('allow', 'Remove the variable, or use "allow" (tests and demo only).')
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'Use at least 16 random characters without spaces, or remove the variable.')
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `Use one of ${logLevels.join(', ')}.`).default('info'),
});

export const variableNames = [...Object.keys(environment.shape), ...serverSettingNames];

/** An empty variable counts as unset. */
export function readConfig(env: Record<string, string | undefined>): Result<Config, ConfigError[]> {
  const input = Object.fromEntries(
    variableNames.map((name) => [name, env[name]?.trim()]).filter(([, value]) => value),
  );
  const parsed = environment.safeParse(input);
  const serverSettings = pickServerSettings(input);
  const owner = parseOwnerConfig(serverSettings, input.PUBLIC_ORIGIN);
  if (!parsed.success || !owner.ok)
    return fail([...(parsed.success ? [] : toConfigErrors(parsed.error)), ...(owner.ok ? [] : owner.error)]);
  const settings = parsed.data;
  const upstreamLoopback = settings.UPSTREAM_LOOPBACK === 'allow';
  const errors = [
    ...validateUpstream(settings.THREADS_ORIGIN, settings.MEDIA_HOSTS, upstreamLoopback),
    ...validateCluster(settings),
  ];
  if (errors.length > 0) return fail(errors);
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
    s3: parseS3Config(settings),
    seed: settings.SEED,
    valkeyUrl: settings.VALKEY_URL ?? null,
    appSecret: settings.APP_SECRET ?? null,
    owner: owner.value,
    serverSettings,
    threads: { origin: new URL(settings.THREADS_ORIGIN).origin, profiles: settings.THREADS_PROFILES },
    media: {
      hosts: settings.MEDIA_HOSTS,
      offload: settings.MEDIA_OFFLOAD ?? null,
      ffmpegPath: settings.FFMPEG_PATH ?? null,
    },
    upstreamLoopback,
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

function parseUrl(text: string, protocols: string[]): URL | null {
  const url = URL.parse(text);
  return url && protocols.includes(url.protocol.slice(0, -1)) ? url : null;
}
