import LoaderCircle from 'lucide-react/icons/loader-circle';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { localizedPath } from '#i18n/localized-path.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { drawChallenge, isSolved } from '#verification/challenge.ts';
import type { Challenge, ProofOfWorkChallenge } from '#verification/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import type { ProofOfWorkState } from './proof-of-work.ts';
import { isProofDone } from './use-proof-of-work.ts';

export function ProofErrorAlert({ proof, onRetry }: { proof: ProofOfWorkState; onRetry: () => void }) {
  if (proof.phase !== 'failed') return null;
  return (
    <div role="alert" className="mt-3">
      <p className="text-sm font-semibold text-accent">{proof.messages.failed}</p>
      <Button variant="quiet" onClick={onRetry} className="mt-2">
        {proof.messages.again}
      </Button>
    </div>
  );
}

type AnswerError = 'wrong' | 'empty';

const errorMessages = {
  wrong: 'verification.wrong',
  empty: 'verification.empty',
} as const satisfies Record<AnswerError, MessageKey>;

/** A challenge drawn by the server, for users without JavaScript. */
export interface SealedChallenge {
  challenge: Challenge;
  token: string;
  isWrong: boolean;
  proof?: ProofOfWorkChallenge;
}

export function VerificationCard({
  link,
  isThread = false,
  intro,
  isVerified,
  onVerified,
  sealed = null,
  proof,
  children,
}: {
  link: string;
  /** Without JavaScript, every step has to request the whole thread again. */
  isThread?: boolean;
  intro: string;
  isVerified: boolean;
  /** True once the sum is solved; false when a new one is drawn. */
  onVerified: (isVerified: boolean) => void;
  sealed?: SealedChallenge | null;
  proof: ProofOfWorkState;
  /** The error of the proof. In a batch, each post shows its own. */
  children?: ReactNode;
}) {
  const t = useTranslator();
  const input = useRef<HTMLInputElement>(null);
  const isProved = isProofDone(proof, sealed?.proof ?? null);
  const [challenge, setChallenge] = useState(() => sealed?.challenge ?? drawChallenge(Math.random));
  const [answer, setAnswer] = useState('');
  const isHydrated = useHydrated();
  const [error, setError] = useState<AnswerError | null>(sealed?.isWrong ? 'wrong' : null);

  const drawAgain = (wasWrong: boolean) => {
    setChallenge(drawChallenge(Math.random));
    setAnswer('');
    setError(wasWrong ? 'wrong' : null);
    onVerified(false);
    input.current?.focus();
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (answer.trim() === '') {
      setError('empty');
      input.current?.focus();
    } else if (isSolved(challenge, answer)) onVerified(true);
    else drawAgain(true);
  };

  return (
    <section
      id="verification"
      aria-labelledby="verification-heading"
      className="scroll-mt-4 rounded-3xl border border-line bg-surface p-5 shadow-sm"
    >
      <h3 id="verification-heading" className="text-lg font-semibold">
        {t('verification.heading')}
      </h3>
      <div role="status">
        {isVerified && proof.phase === 'working' && !isProved && (
          <p className="mt-3 flex items-center gap-2 text-muted">
            <LoaderCircle
              aria-hidden="true"
              className="size-5 shrink-0 animate-spin motion-reduce:animate-none"
            />
            {proof.messages.busy}
          </p>
        )}
        {isVerified && isProved && (
          <p className="mt-3 flex items-center gap-2 font-semibold text-good">
            <ShieldCheck aria-hidden="true" className="size-6" />
            {t('verification.done')}
          </p>
        )}
      </div>
      {sealed?.proof && !isHydrated && <p className="mt-3 font-semibold">{sealed.proof.words.scripts}</p>}
      {children}
      <form
        method="post"
        action={`${localizedPath(t.locale, '/')}#verification`}
        noValidate={isHydrated}
        onSubmit={onSubmit}
      >
        <input type="hidden" name="link" value={link} />
        {isThread && <input type="hidden" name="thread" value="whole" />}
        {sealed && <input type="hidden" name="token" value={sealed.token} />}
        {!isVerified && (
          <>
            <p className="mt-1 text-sm text-muted">{intro}</p>
            <label htmlFor="answer" className="mt-4 block text-2xl font-bold text-balance tabular-nums">
              {t('verification.sum', { left: challenge.left, right: challenge.right })}
            </label>
            <div className="mt-3 flex flex-wrap gap-2">
              <input
                ref={input}
                id="answer"
                name="answer"
                type="text"
                inputMode="numeric"
                autoComplete="off"
                required
                placeholder={t('verification.answer')}
                value={answer}
                onChange={(event) => setAnswer(event.target.value)}
                aria-invalid={error !== null || undefined}
                aria-describedby="verification-fault"
                className="min-h-12 min-w-0 grow-99 basis-32 rounded-xl border border-field bg-paper px-4 text-lg placeholder:text-base placeholder:text-muted aria-invalid:border-accent"
              />
              <Button type="submit" name="intent" value="verify" className="shrink-0 grow whitespace-nowrap">
                {t('verification.check')}
              </Button>
            </div>
            <p
              id="verification-fault"
              role="alert"
              className="mt-2 text-sm font-semibold text-accent empty:mt-0"
            >
              {error && t(errorMessages[error])}
            </p>
          </>
        )}
        <button
          type="submit"
          name="intent"
          value="refresh"
          formNoValidate
          onClick={(event) => {
            event.preventDefault();
            drawAgain(false);
          }}
          className="mt-2 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-lg text-sm font-semibold text-muted hover:text-accent"
        >
          <RefreshCw aria-hidden="true" className="size-4" />
          {t('verification.refresh')}
        </button>
      </form>
    </section>
  );
}
