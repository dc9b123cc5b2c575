import { Node, type NodeViewRenderer } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import type { StoredImage } from '#blog/contract.ts';
import type { Translator } from '#i18n/translator.ts';
import { createDomElement } from '../node-view.ts';
import type { ImageSource, ImageUploads } from './image-uploads.ts';

interface PendingOptions {
  t: Translator;
  jobs: ImageUploads;
}

export const PendingImage = Node.create<PendingOptions>({
  name: 'pendingPicture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ job: { default: null }, alt: { default: '' }, address: { default: null } }),
  renderHTML: () => ['div', { 'data-pending-picture': '' }],
  addNodeView() {
    return createPendingView(this.options);
  },
});

function createPendingView({ t, jobs }: PendingOptions): NodeViewRenderer {
  return ({ node, view, getPos }) => {
    const id = String(node.attrs.job ?? '');
    const dom = createDomElement('div', { class: 'pending-picture', contenteditable: 'false' });
    let isDestroyed = false;
    const handleResult = (image: StoredImage | null) => {
      if (isDestroyed || view.isDestroyed) return;
      const at = getPos();
      if (at === undefined) return;
      if (image) view.dispatch(replacePending(view, at, node, image));
      else dom.replaceChildren(...createFailure(t, { retry, remove }, jobs.find(id)?.source));
    };
    const wait = () => {
      const status = { role: 'status', class: 'pending-running' };
      dom.replaceChildren(createDomElement('p', status, t('admin.text.image_uploading')));
      const job = jobs.find(id);
      if (job) job.image.then(handleResult, () => handleResult(null));
      else handleResult(null);
    };
    const retry = (file: Blob | null) => {
      const source = jobs.find(id)?.source ?? { kind: 'lost' };
      jobs.restart(id, file ? { kind: 'file', file } : source);
      wait();
    };
    const remove = () => {
      const at = getPos();
      if (at !== undefined) view.dispatch(view.state.tr.delete(at, at + 1));
      view.focus();
    };
    wait();
    return {
      dom,
      stopEvent: (event) => !/^drag/.test(event.type),
      ignoreMutation: () => true,
      destroy() {
        isDestroyed = true;
      },
    };
  };
}

/** Skips the undo history: the placeholder and its image are one step. */
function replacePending(
  view: EditorView,
  at: number,
  node: DocumentNode,
  { src, width, height }: StoredImage,
) {
  const { tr, schema } = view.state;
  const figure = schema.node('figure', { src, width, height, alt: node.attrs.alt });
  return tr.replaceWith(at, at + node.nodeSize, figure).setMeta('addToHistory', false);
}

function createFailure(
  t: Translator,
  handlers: { retry(file: Blob | null): void; remove(): void },
  source: ImageSource = { kind: 'lost' },
): HTMLElement[] {
  const file = createDomElement('input', {
    type: 'file',
    accept: 'image/*',
    class: 'pending-file',
    'aria-label': t('admin.text.choose_file'),
  });
  file.addEventListener('change', () => {
    const [selected] = file.files ?? [];
    if (selected) handlers.retry(selected);
  });
  const retry = createDomElement('button', { type: 'button' }, t('admin.text.retry'));
  retry.addEventListener('click', () => handlers.retry(null));
  const remove = createDomElement('button', { type: 'button' }, t('admin.text.remove'));
  remove.addEventListener('click', handlers.remove);
  const buttons = createDomElement('div', { class: 'pending-buttons' });
  buttons.append(...(source.kind === 'lost' ? [] : [retry]), file, remove);
  return [createDomElement('p', { role: 'alert' }, formatFailure(t, source)), buttons];
}

function formatFailure(t: Translator, source: ImageSource): string {
  if (source.kind === 'url') return t('admin.text.image_unreachable', { host: new URL(source.url).host });
  return source.kind === 'file' ? t('admin.text.image_failed') : t('admin.text.image_lost');
}
