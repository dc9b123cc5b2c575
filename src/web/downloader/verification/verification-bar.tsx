import Check from 'lucide-react/icons/check';
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
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-sm font-semibold text-accent">{proof.messages.failed}</p>
      <Button variant="quiet" onClick={onRetry}>
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

/** The sum in one line. Once it is solved, a tick. */
export function VerificationBar({
  link,
  isThread = false,
  isVerified,
  onVerified,
  sealed = null,
  proof,
  children,
}: {
  link: string;
  /** Without JavaScript, every step has to request the whole thread again. */
  isThread?: boolean;
  isVerified: boolean;
  onVerified: () => void;
  sealed?: SealedChallenge | null;
  proof: ProofOfWorkState;
  /** The error of the proof. In a batch, each post shows its own. */
  children?: ReactNode;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const isProved = isProofDone(proof, sealed?.proof ?? null);
  return (
    <section
      id="verification"
      aria-label={t('verification.heading')}
      className={`grid min-w-0 gap-1 ${isVerified && isProved ? 'shrink-0' : 'max-sm:grow'}`}
    >
      <div role="status" className="text-sm empty:hidden">
        {isVerified && proof.phase === 'working' && !isProved && (
          <p className="flex items-center gap-2 text-muted">
            <LoaderCircle aria-hidden="true" className="size-5 shrink-0 motion-safe:animate-spin" />
            {proof.messages.busy}
          </p>
        )}
        {isVerified && isProved && (
          <p className="flex items-center gap-1 font-semibold text-good max-sm:max-w-22 max-sm:text-[0.6875rem] max-sm:leading-tight sm:gap-1.5">
            <ShieldCheck aria-hidden="true" className="size-4 shrink-0 sm:size-5" />
            {t('verification.done')}
          </p>
        )}
      </div>
      {sealed?.proof && !isHydrated && <p className="text-sm font-semibold">{sealed.proof.words.scripts}</p>}
      {children}
      {!isVerified && <SumForm link={link} isThread={isThread} sealed={sealed} onVerified={onVerified} />}
    </section>
  );
}

function SumForm({
  link,
  isThread,
  sealed,
  onVerified,
}: {
  link: string;
  isThread: boolean;
  sealed: SealedChallenge | null;
  onVerified: () => void;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [challenge, setChallenge] = useState(() => sealed?.challenge ?? drawChallenge(Math.random));
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState<AnswerError | null>(sealed?.isWrong ? 'wrong' : null);

  const handleChange = (text: string) => {
    setAnswer(text);
    if (isSolved(challenge, text)) onVerified();
  };

  const { left, right } = challenge;
  const sum = `${left} + ${right}`;
  const [before, after] = t('verification.sum', { left, right }).split(sum);

  const drawAgain = (wasWrong: boolean) => {
    setChallenge(drawChallenge(Math.random));
    setAnswer('');
    setError(wasWrong ? 'wrong' : null);
    input.current?.focus();
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (answer.trim() === '') {
      setError('empty');
      input.current?.focus();
    } else if (isSolved(challenge, answer)) onVerified();
    else drawAgain(true);
  };

  return (
    <form
      method="post"
      action={`${localizedPath(t.locale, '/')}#verification`}
      noValidate={isHydrated}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="link" value={link} />
      {isThread && <input type="hidden" name="thread" value="whole" />}
      {sealed && <input type="hidden" name="token" value={sealed.token} />}
      <div className="flex items-center gap-1.5 sm:gap-2">
        <label
          htmlFor="answer"
          className="max-w-24 text-sm leading-tight font-bold tabular-nums sm:max-w-none sm:text-base sm:whitespace-nowrap"
        >
          {before}
          <span className="whitespace-nowrap">{sum}</span>
          {after}
        </label>
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
          onChange={(event) => handleChange(event.target.value)}
          aria-invalid={error !== null || undefined}
          aria-describedby="verification-fault"
          className="min-h-11 w-12 min-w-0 grow rounded-xl border border-field bg-paper px-2 placeholder:text-sm placeholder:text-muted aria-invalid:border-accent max-sm:placeholder:text-transparent sm:w-36"
        />
        <Button
          type="submit"
          name="intent"
          value="verify"
          className="min-h-11 shrink-0 px-2.5! text-sm whitespace-nowrap sm:px-5! sm:text-base"
        >
          <Check aria-hidden="true" className="hidden size-5 max-[22.5rem]:block" />
          <span className="max-[22.5rem]:sr-only">{t('verification.check')}</span>
        </Button>
        <button
          type="submit"
          name="intent"
          value="refresh"
          formNoValidate
          aria-label={t('verification.refresh')}
          title={t('verification.refresh')}
          onClick={(event) => {
            event.preventDefault();
            drawAgain(false);
          }}
          className="-mx-1 inline-flex h-11 w-9 shrink-0 cursor-pointer items-center justify-center rounded-lg text-muted hover:text-accent"
        >
          <RefreshCw aria-hidden="true" className="size-4.5" />
        </button>
      </div>
      <p id="verification-fault" role="alert" className="text-sm font-semibold text-accent empty:hidden">
        {error && t(errorMessages[error])}
      </p>
    </form>
  );
}
