import { useState } from 'react';
import type { AltTextRequest, TokenCharge } from '#ai/text-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { fallbackReasonMessages } from '../../../fallback-reasons.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import { useRequest } from '../../use-request.ts';
import { WordDiff } from '../conflict/text-diff.tsx';
import { ChargeNote } from './charge-note.tsx';

type AltSource = 'image' | 'text' | 'caption';

const sourceMessages: Record<AltSource, MessageKey> = {
  image: 'admin.ai.alt_from_image',
  text: 'admin.ai.alt_from_text',
  caption: 'admin.ai.alt_from_caption',
};

export type AltState =
  | { kind: 'running' }
  | { kind: 'ready'; alt: string; source: AltSource; charge: TokenCharge | null }
  | { kind: 'failed'; error: string; charge: TokenCharge | null };

/** Requests one alt text when the component mounts. Without a model, it is the caption. */
export function useAltText(body: AltTextRequest, hasModel: boolean): AltState {
  const t = useTranslator();
  const [state, setState] = useState<AltState>({ kind: 'running' });
  const request = async (signal: AbortSignal): Promise<AltState> => {
    const fail = (error: string, charge: TokenCharge | null = null): AltState => ({
      kind: 'failed',
      error,
      charge,
    });
    if (!hasModel) {
      if (body.caption === '') return fail(t('admin.ai.alt_no_model'));
      return { kind: 'ready', alt: body.caption, source: 'caption', charge: null };
    }
    const result = await adminApi.suggestAlt(body, signal);
    if (!result.ok) return fail(adminApiErrorMessage(t, result.error));
    const { value } = result;
    if (!value.success) return fail(t(fallbackReasonMessages[value.code]), value.charge);
    const { alt, sawImage, charge } = value;
    return { kind: 'ready', alt, source: sawImage ? 'image' : 'text', charge };
  };
  useRequest(request, setState);
  return state;
}

/** The suggestion as a diff to the current alt text, and where it comes from. */
export function AltSuggestion({ state, current }: { state: AltState; current: string }) {
  const t = useTranslator();
  if (state.kind === 'running') return <p className="mt-2 text-muted">{t('admin.suggestions.busy')}</p>;
  return (
    <>
      {state.kind === 'failed' ? (
        <p role="alert" className="mt-2 font-semibold text-pretty text-accent-strong">
          {state.error}
        </p>
      ) : (
        <>
          <p className="mt-2 leading-relaxed">
            <WordDiff before={current} after={state.alt} />
          </p>
          <p className="mt-2 text-sm text-pretty text-muted">{t(sourceMessages[state.source])}</p>
        </>
      )}
      <ChargeNote charge={state.charge} />
    </>
  );
}

/** `onAccept` is null while there is nothing to accept. */
export function AltButtons({
  isRunning,
  className = '',
  onAccept,
  onClose,
}: {
  isRunning: boolean;
  className?: string;
  onAccept: (() => void) | null;
  onClose(): void;
}) {
  const t = useTranslator();
  return (
    <div className="mt-3 flex flex-wrap justify-end gap-2">
      <Button
        variant="quiet"
        data-autofocus={onAccept === null || undefined}
        className={className}
        onClick={onClose}
      >
        {t(isRunning ? 'admin.suggestions.cancel' : 'admin.suggestions.dismiss')}
      </Button>
      {onAccept && (
        <Button data-autofocus className={className} onClick={onAccept}>
          {t('admin.suggestions.apply')}
        </Button>
      )}
    </div>
  );
}
