import type { AiProvider } from '#ai/language-model.ts';
import type { Database } from '#database/database.ts';
import type { Locale } from '#i18n/locales.ts';
import type { AutomaticTranslation } from '#settings/contract.ts';
import type { ScorePolicy } from './assessment-contract.ts';
import { listDueTranslations } from './automatic/due-translations.ts';
import { callReserveTokens, type RunError, type TranslationRuns } from './contract.ts';
import { readTokensLeft } from './runs/tokens-left.ts';

const checkIntervalMs = 60_000;

const rejections: readonly RunError['code'][] = ['run.empty', 'run.too_long', 'run.translation'];

interface AutomaticTranslationDeps {
  database: Pick<Database, 'query'>;
  runs: Pick<TranslationRuns, 'start'>;
  provider(): Pick<AiProvider, 'textModel' | 'dailyTokens' | 'secondReader'>;
  scorePolicy(to: Locale): ScorePolicy;
  rule(): AutomaticTranslation;
  now(): number;
  onError(error: unknown): void;
}

/** Starts translation runs by the owner's rule. */
export function createAutomaticTranslation(deps: AutomaticTranslationDeps): {
  /** Starts what is due now. None of the functions rejects. */
  check(): Promise<void>;
  startWork(): Promise<void>;
  /** Waits for the check that is in progress. */
  stopWork(): Promise<void>;
} {
  let timer: NodeJS.Timeout | null = null;
  let checking: Promise<void> | null = null;
  let isAgain = false;
  let isStopped = false;
  /** Versions of posts that can't be translated, for example because they are too long. */
  const rejected = new Map<string, number>();

  async function startDue(): Promise<void> {
    const { mode, since, ...rule } = deps.rule();
    if (mode === 'never' || since === null || rule.locales.length === 0) return;
    const canTranslateInto = await findCallableModels();
    if (!canTranslateInto) return;
    for (const due of await listDueTranslations(deps.database.query, { ...rule, mode, since }, deps.now())) {
      if (isStopped) return;
      if (rejected.get(due.postId) === due.version || !due.locales.every(canTranslateInto)) continue;
      const started = await deps.runs.start({
        postId: due.postId,
        version: due.version,
        key: due.previousRunId ?? 'first',
        choice: 'passed',
        locales: due.locales,
        actor: { id: '', name: '', mayPublish: true },
        rule: { name: mode, attempt: due.attempt },
      });
      // One run at a time. After a conflict, another node or a person was faster, and the next check reads the state again.
      if (started.ok || !rejections.includes(started.error.code)) return;
      rejected.set(due.postId, due.version);
      deps.onError(Object.assign(new Error('a post cannot be translated'), { code: started.error.code }));
    }
  }

  /**
   * null without tokens of the text model, or whether those of the second model allow a language. Otherwise each would
   * fail, or wait for its second reading, and use up an attempt.
   */
  async function findCallableModels(): Promise<((to: Locale) => boolean) | null> {
    const provider = deps.provider();
    if (provider.textModel === null) return null;
    const left = await readTokensLeft(deps.database.query, provider, deps.now());
    if (left.all < callReserveTokens) return null;
    const canRead = (left.reading ?? 0) >= callReserveTokens;
    return (to) => canRead || !deps.scorePolicy(to).requiresModel;
  }

  async function checkUntilCurrent(): Promise<void> {
    do {
      isAgain = false;
      await startDue().catch(deps.onError);
    } while (isAgain && !isStopped);
    checking = null;
  }

  /** A call during a check repeats it once. */
  function check(): Promise<void> {
    if (timer === null || isStopped) return Promise.resolve();
    isAgain = true;
    checking ??= checkUntilCurrent();
    return checking;
  }

  return {
    check,
    startWork() {
      timer ??= setInterval(check, checkIntervalMs).unref();
      return check();
    },
    async stopWork() {
      isStopped = true;
      if (timer) clearInterval(timer);
      await checking;
    },
  };
}
