import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { useState } from 'react';
import { textLimitBytes } from '#ai/text-contract.ts';
import type { LinkTarget } from '#blog/find-link-targets.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { blogPostPath } from '../../../../paths.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import { useRequest } from '../../../use-request.ts';
import type { EditorDialogProps } from '../editor-commands.ts';
import { PanelFrame } from './panel-frame.tsx';
import { findTrackedRange, type TextRange } from './tracked-range.ts';

type LinksState =
  | { kind: 'running' }
  | { kind: 'ready'; links: LinkTarget[] }
  | { kind: 'failed'; error: string };

/** Own posts for phrases of the tracked range, of which the writer selects some. Needs no model. */
export function LinkSuggestions({
  editor,
  locale,
  postId,
  onClose,
}: Pick<EditorDialogProps, 'editor' | 'locale' | 'postId' | 'onClose'>) {
  const t = useTranslator();
  const [state, setState] = useState<LinksState>({ kind: 'running' });
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());

  const request = async (signal: AbortSignal): Promise<LinksState> => {
    const range = findTrackedRange(editor.state) ?? editor.state.selection;
    const { doc } = editor.state;
    const text = doc.textBetween(range.from, range.to, '\n', '\n');
    if (new TextEncoder().encode(text).length > textLimitBytes.selection)
      return { kind: 'failed', error: t('admin.ai.links_too_long') };
    const result = await adminApi.findLinkTargets({ locale, text, post_id: postId }, signal);
    if (!result.ok) return { kind: 'failed', error: adminApiErrorMessage(t, result.error) };
    const links = result.value.links.filter(({ phrase }) => findPhrase(doc, range, phrase));
    return { kind: 'ready', links };
  };
  useRequest(request, setState);

  const links = state.kind === 'ready' ? state.links : [];
  const selected = links.filter(({ id }) => !excluded.has(id));
  /** One undo step. Skips phrases that are no longer in the text. */
  const accept = () => {
    const { view, schema } = editor;
    const { tr, doc } = view.state;
    const range = findTrackedRange(view.state);
    const { link } = schema.marks;
    if (!range || !link || selected.length === 0) return;
    for (const { phrase, slug } of selected) {
      const found = findPhrase(doc, range, phrase);
      const href = localizedPath(locale, blogPostPath(slug));
      if (found) tr.addMark(found.from, found.to, link.create({ href }));
    }
    view.dispatch(closeHistory(tr));
    onClose();
  };
  const toggle = (id: string) => {
    const next = new Set(excluded);
    if (!next.delete(id)) next.add(id);
    setExcluded(next);
  };
  return (
    <PanelFrame
      title={t('admin.ai.links')}
      status={state.kind === 'running' ? t('admin.ai.links_busy') : null}
      editor={editor}
      step={state.kind}
      onAccept={accept}
      onClose={onClose}
    >
      {state.kind === 'running' && <p className="mt-2 text-muted">{t('admin.ai.links_busy')}</p>}
      {state.kind === 'failed' && (
        <p role="alert" className="mt-2 font-semibold text-pretty text-accent-strong">
          {state.error}
        </p>
      )}
      {state.kind === 'ready' && links.length === 0 && (
        <p className="mt-2 text-pretty text-muted">{t('admin.ai.links_none')}</p>
      )}
      {links.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {links.map(({ id, phrase, title }, index) => (
            <li key={id}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  data-autofocus={index === 0 || undefined}
                  checked={!excluded.has(id)}
                  onChange={() => toggle(id)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span lang={localeTags[locale]} className="min-w-0 wrap-anywhere">
                  <span className="font-semibold text-accent underline">{phrase}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="sr-only">, </span>
                  {title}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" data-autofocus={links.length === 0 || undefined} onClick={onClose}>
          {t(state.kind === 'running' ? 'admin.suggestions.cancel' : 'admin.suggestions.dismiss')}
        </Button>
        {links.length > 0 && (
          <Button aria-disabled={selected.length === 0} onClick={accept}>
            {t('admin.ai.links_apply')}
          </Button>
        )}
      </div>
    </PanelFrame>
  );
}

/** The first place of a phrase in the range that is neither code nor part of a link. */
function findPhrase(doc: Node, { from, to }: TextRange, phrase: string): TextRange | null {
  const { link, code } = doc.type.schema.marks;
  let found: TextRange | null = null;
  doc.nodesBetween(from, to, (block, position) => {
    if (found || !block.isTextblock) return !found;
    if (block.type.spec.code === true) return false;
    const text = block.textBetween(0, block.content.size, null, '\ufffc');
    for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
      const start = position + 1 + at;
      const end = start + phrase.length;
      const hasMark = [link, code].some((mark) => mark && doc.rangeHasMark(start, end, mark));
      if (start >= from && end <= to && !hasMark) {
        found = { from: start, to: end };
        break;
      }
    }
    return false;
  });
  return found;
}
