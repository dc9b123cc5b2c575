import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { and, eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '#database/database.ts';
import { accountCredential, accountSession, secondFactor } from '#database/schema.ts';
import { createSealer, deriveKey } from '#platform/crypto/sealed-token.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import {
  type AccountError,
  type AuthSession,
  codeStepMs,
  recoveryCodeCount,
  type SecondFactor,
  type SecondFactorSetup,
  secondFactorLabel,
  secondFactorSetupMs,
} from '../contract.ts';

export type SecondFactors = ReturnType<typeof createSecondFactors>;

const secretBytes = 20;
const recoveryCodeDigits = 12;

interface Setup {
  secret: string;
  sessionId: string;
  createdAt: number;
}

/** TOTP (RFC 6238) with six digits and SHA-1, the only kind that every authenticator app supports. */
export function createSecondFactors(options: {
  database: Database;
  secret: string;
  now: () => number;
  /** Named in authenticator apps. */
  siteName: () => string;
}) {
  const { database, now } = options;
  const secrets = createSealer(options.secret, secondFactorLabel);
  const setups = createSealer(options.secret, 'second factor setup');
  const recoveryKey = deriveKey(options.secret, 'recovery codes');

  /** Keyed, because a code is short enough to be guessed from a plain hash. */
  const hashRecoveryCode = (userId: string, digits: string) =>
    createHmac('sha256', recoveryKey).update([userId, digits].join('\0')).digest('base64url');

  function createRecoveryCodes(userId: string): { codes: string[]; digests: string[] } {
    const digits = Array.from({ length: recoveryCodeCount }, () =>
      String(randomInt(10 ** recoveryCodeDigits)).padStart(recoveryCodeDigits, '0'),
    );
    return {
      codes: digits.map((code) => code.replace(/^(\d{4})(\d{4})/, '$1-$2-')),
      digests: digits.map((code) => hashRecoveryCode(userId, code)),
    };
  }

  /** The number of the time step that the code belongs to; clocks may differ by one. */
  async function findStep(secret: Uint8Array, digits: string): Promise<number | null> {
    const otp = createOTP(secret);
    const input = Buffer.from(digits);
    const current = Math.floor(now() / codeStepMs);
    for (const step of [current, current - 1, current + 1]) {
      const expected = Buffer.from(await otp.hotp(step));
      if (input.length === expected.length && timingSafeEqual(input, expected)) return step;
    }
    return null;
  }

  function openSetup(token: string, { session }: AuthSession): Uint8Array | null {
    const opened = setups.open(token);
    if (!opened.ok) return null;
    const { secret, sessionId, createdAt } = opened.value as Setup;
    const isCurrent = sessionId === session.id && now() - createdAt < secondFactorSetupMs;
    return isCurrent ? Buffer.from(secret, 'base64url') : null;
  }

  function describeSetup(token: string, secret: Uint8Array, email: string): SecondFactorSetup {
    // `URLSearchParams` writes spaces as plus signs, which some apps show.
    const uri = createOTP(secret).url(options.siteName().replaceAll(':', ' '), email).replaceAll('+', '%20');
    return { token, uri, key: base32.encode(secret, { padding: false }) };
  }

  async function acceptTimeCode(
    row: typeof secondFactor.$inferSelect,
    secret: Uint8Array,
    digits: string,
  ): Promise<boolean> {
    const step = await findStep(secret, digits);
    if (step === null) return false;
    const unused = and(
      eq(secondFactor.userId, row.userId),
      eq(secondFactor.secret, row.secret),
      lt(secondFactor.lastStep, step),
    );
    const accepted = await database.query
      .update(secondFactor)
      .set({ lastStep: step })
      .where(unused)
      .returning({ userId: secondFactor.userId });
    return accepted.length > 0;
  }

  async function acceptRecoveryCode(userId: string, digits: string): Promise<boolean> {
    const digest = hashRecoveryCode(userId, digits);
    const accepted = await database.query
      .update(secondFactor)
      .set({ recoveryCodes: sql`array_remove(${secondFactor.recoveryCodes}, ${digest})` })
      .where(and(eq(secondFactor.userId, userId), sql`${digest} = any(${secondFactor.recoveryCodes})`))
      .returning({ userId: secondFactor.userId });
    return accepted.length > 0;
  }

  return {
    /** Nothing is stored until the first code is right. */
    createSetup({ user, session }: AuthSession): SecondFactorSetup {
      const secret = randomBytes(secretBytes);
      const setup: Setup = {
        secret: secret.toString('base64url'),
        sessionId: session.id,
        createdAt: now(),
      };
      return describeSetup(setups.seal(setup), secret, user.email);
    },
    /** null if it belongs to another session or is too old. */
    readSetup(token: string, authSession: AuthSession): SecondFactorSetup | null {
      const secret = openSetup(token, authSession);
      return secret && describeSetup(token, secret, authSession.user.email);
    },
    /** Returns the recovery codes; only their digests are stored. Ends the user's other sessions. */
    async enable(
      token: string,
      code: string,
      authSession: AuthSession,
    ): Promise<Result<string[], AccountError>> {
      const secret = openSetup(token, authSession);
      if (!secret) return fail({ code: 'code.expired' });
      const step = await findStep(secret, toDigits(code));
      if (step === null) return fail({ code: 'code.wrong' });
      const userId = authSession.user.id;
      const { codes, digests } = createRecoveryCodes(userId);
      const isEnabled = await database.transaction(async (queries) => {
        // A concurrent sign-in waits, see `signIn`.
        await queries
          .select({ id: accountCredential.id })
          .from(accountCredential)
          .where(eq(accountCredential.userId, userId))
          .for('update');
        const inserted = await queries
          .insert(secondFactor)
          .values({
            userId,
            secret: secrets.seal(Buffer.from(secret).toString('base64url')),
            recoveryCodes: digests,
            lastStep: step,
            createdAt: new Date(now()),
          })
          .onConflictDoNothing()
          .returning({ userId: secondFactor.userId });
        if (inserted.length === 0) return false;
        const otherSessions = and(
          eq(accountSession.userId, userId),
          ne(accountSession.id, authSession.session.id),
        );
        await queries.delete(accountSession).where(otherSessions);
        return true;
      });
      return isEnabled ? ok(codes) : fail({ code: 'code.expired' });
    },
    /** Accepts each code once. */
    async acceptCode(userId: string, code: string): Promise<Result<null, AccountError>> {
      const [row] = await database.query.select().from(secondFactor).where(eq(secondFactor.userId, userId));
      if (!row) return fail({ code: 'code.expired' });
      const opened = secrets.open(row.secret);
      // The digests of the recovery codes need the same app secret.
      if (!opened.ok) return fail({ code: 'code.unreadable' });
      const digits = toDigits(code);
      const isAccepted =
        digits.length === recoveryCodeDigits
          ? await acceptRecoveryCode(userId, digits)
          : await acceptTimeCode(row, Buffer.from(String(opened.value), 'base64url'), digits);
      return isAccepted ? ok(null) : fail({ code: 'code.wrong' });
    },
    async replaceRecoveryCodes(userId: string): Promise<Result<string[], AccountError>> {
      const { codes, digests } = createRecoveryCodes(userId);
      const replaced = await database.query
        .update(secondFactor)
        .set({ recoveryCodes: digests })
        .where(eq(secondFactor.userId, userId))
        .returning({ userId: secondFactor.userId });
      return replaced.length > 0 ? ok(codes) : fail({ code: 'code.expired' });
    },
    async disable(userId: string): Promise<void> {
      await database.query.delete(secondFactor).where(eq(secondFactor.userId, userId));
    },
    async find(userId: string): Promise<SecondFactor | null> {
      const [row] = await database.query.select().from(secondFactor).where(eq(secondFactor.userId, userId));
      return row ? { recoveryCodesLeft: row.recoveryCodes.length } : null;
    },
    async listUserIds(): Promise<string[]> {
      const rows = await database.query.select({ userId: secondFactor.userId }).from(secondFactor);
      return rows.map(({ userId }) => userId);
    },
  };
}

/** People copy codes with spaces and hyphens. */
function toDigits(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
