import { useEffect, useId, useRef, useState } from 'react';
import type { TokenCharge } from '#ai/text-contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { fallbackReasonMessages } from '../../../fallback-reasons.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import { useRequest } from '../../use-request.ts';
import type { EditorContext } from '../editor-context.ts';
import { ChargeNote } from './charge-note.tsx';
import { htmlToPlainText, truncateForModel } from './plain-text.ts';

type IdeasState =
  | { kind: 'running' }
  | { kind: 'ready'; titles: string[]; charge: TokenCharge | null }
  | { kind: 'failed'; error: string; charge: TokenCharge | null }
  /** `before`: the title that the idea replaced. */
  | { kind: 'applied'; before: string; title: string };

/** Titles from the whole post, of which the writer picks one. Requests them once it is shown. */
export default function TitleIdeas({ context, onClose }: { context: EditorContext; onClose(): void }) {
  const t = useTranslator();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { data, draft, locale } = context;
  const { title, content } = draft.fields;
  const [state, setState] = useState<IdeasState>({ kind: 'running' });
  const [attempt, setAttempt] = useState(0);

  const request = async (signal: AbortSignal): Promise<IdeasState> => {
    const fail = (error: string, charge: TokenCharge | null = null): IdeasState => ({
      kind: 'failed',
      error,
      charge,
    });
    if (!data.models.text) return fail(t('admin.ai.titles_no_model'));
    if (htmlToPlainText(content) === '') return fail(t('admin.suggestions.missing.content'));
    const body = { locale, title, content: truncateForModel(content, title) };
    const result = await adminApi.suggestTitles(body, signal);
    if (!result.ok) return fail(adminApiErrorMessage(t, result.error));
    const { value } = result;
    if (!value.success) return fail(t(fallbackReasonMessages[value.code]), value.charge);
    return { kind: 'ready', titles: value.titles, charge: value.charge };
  };
  useRequest(request, setState, attempt);
  useEffect(() => {
    if (state.kind !== 'running') panel.current?.querySelector('button')?.focus();
  }, [state.kind]);

  const pick = (idea: string) => {
    setState({ kind: 'applied', before: title, title: idea });
    draft.change({ title: idea });
  };
  const canUndo = state.kind === 'applied' && title === state.title;
  return (
    <section
      ref={panel}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="mb-2 rounded-2xl border border-line bg-surface p-4"
    >
      <h2 id={id} className="font-bold">
        {t('admin.ai.titles')}
      </h2>
      <div role="status">
        {state.kind === 'running' && <p className="mt-2 text-muted">{t('admin.suggestions.busy')}</p>}
        {state.kind === 'failed' && (
          <p className="mt-2 font-semibold text-pretty text-accent-strong">{state.error}</p>
        )}
        {state.kind === 'applied' && <p className="mt-2 text-muted">{t('admin.suggestions.filled.model')}</p>}
      </div>
      {state.kind === 'ready' && (
        <ul className="mt-1 -mx-2" lang={localeTags[locale]}>
          {state.titles.map((idea) => (
            <li key={idea}>
              <button
                type="button"
                onClick={() => pick(idea)}
                className="flex min-h-11 w-full cursor-pointer items-center rounded-xl px-3 py-2 text-start text-pretty hover:bg-sunken"
              >
                {idea}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(state.kind === 'ready' || state.kind === 'failed') && <ChargeNote charge={state.charge} />}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {state.kind === 'failed' && data.models.text && (
          <Button
            className="min-h-11 text-sm"
            onClick={() => {
              setState({ kind: 'running' });
              setAttempt(attempt + 1);
            }}
          >
            {t('admin.text.retry')}
          </Button>
        )}
        {canUndo && (
          <Button
            variant="quiet"
            className="min-h-11 text-sm"
            onClick={() => {
              draft.change({ title: state.before });
              onClose();
            }}
          >
            {t('admin.suggestions.undo')}
          </Button>
        )}
        <Button variant="quiet" className="min-h-11 text-sm" onClick={onClose}>
          {t('admin.suggestions.dismiss')}
        </Button>
      </div>
    </section>
  );
}
