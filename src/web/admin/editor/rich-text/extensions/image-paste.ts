import { Extension } from '@tiptap/core';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { imageUrlPattern } from '#blog/contract.ts';
import { type ImageSource, type ImageUploads, imageSourceFromUrl } from './image-uploads.ts';

/** Uploads pasted or dropped files and copies images of other sites to our store. */
export const ImagePaste = Extension.create<{ jobs: ImageUploads | null }>({
  name: 'pictures',
  addOptions: () => ({ jobs: null }),
  addProseMirrorPlugins() {
    const { jobs } = this.options;
    if (!jobs) return [];
    return [
      new Plugin({
        props: {
          transformPasted: ({ content, openStart, openEnd }, view) =>
            new Slice(uploadImagesInFragment(content, view.state.schema, jobs), openStart, openEnd),
          handlePaste(view, event, slice) {
            const files = getImageFiles(event.clipboardData);
            // Office programs add an image of the same text that they provide as HTML.
            if (files.length === 0 || hasText(slice.content)) return false;
            insertImages(view, files.map(toFile), jobs);
            return true;
          },
          handleDrop(view, event, _slice, moved) {
            const { files = null } = event.dataTransfer ?? {};
            if (moved || !files || files.length === 0) return false;
            const images = getImageFiles(event.dataTransfer);
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            insertImages(view, images.map(toFile), jobs, { at });
            // The browser would open any other file in place of the page.
            return true;
          },
        },
      }),
    ];
  },
});

/** Inserts placeholders after the block at `at`, or at the selection. */
export function insertImages(
  view: EditorView,
  sources: readonly ImageSource[],
  jobs: ImageUploads,
  { at, alt = '' }: { at?: number | undefined; alt?: string } = {},
): void {
  const type = view.state.schema.nodes.pendingPicture;
  if (!type || sources.length === 0) return;
  const nodes = sources.map((source) => createPendingNode(view.state.schema, source, jobs, alt));
  const { tr } = view.state;
  const $at = at === undefined ? tr.selection.$to : tr.doc.resolve(at);
  const { parent, depth } = $at;
  if (!parent.isTextblock) tr.insert($at.pos, nodes);
  else if (isEmptyLine(parent) && $at.node(-1).canReplaceWith($at.index(-1), $at.index(-1) + 1, type))
    tr.replaceWith($at.before(depth), $at.after(depth), nodes);
  else tr.insert($at.after(depth), nodes);
  view.dispatch(tr.scrollIntoView());
}

function isEmptyLine({ type, content }: Node): boolean {
  return type.name === 'paragraph' && content.size === 0;
}

function createPendingNode(schema: Schema, source: ImageSource, jobs: ImageUploads, alt: string): Node {
  const url = source.kind === 'url' ? source.url : null;
  return schema.nodes.pendingPicture?.create({ job: jobs.start(source), alt, address: url }) as Node;
}

function uploadImagesInFragment(content: Fragment, schema: Schema, jobs: ImageUploads): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const src = String(node.attrs.src ?? '');
    const alt = String(node.attrs.alt ?? '');
    if (node.type.name === 'figure' && !imageUrlPattern.test(src)) {
      nodes.push(createPendingNode(schema, imageSourceFromUrl(src), jobs, alt));
      if (node.content.size > 0) nodes.push(schema.nodes.paragraph?.create(null, node.content) as Node);
    } else if (node.type.name === 'pendingPicture' && !jobs.find(String(node.attrs.job))) {
      const source = imageSourceFromUrl(String(node.attrs.address ?? ''));
      nodes.push(createPendingNode(schema, source, jobs, alt));
    } else if (node.type.name !== 'image' || imageUrlPattern.test(src)) {
      nodes.push(node.copy(uploadImagesInFragment(node.content, schema, jobs)));
    }
  });
  return Fragment.fromArray(nodes);
}

function hasText(content: Fragment): boolean {
  return content.textBetween(0, content.size, ' ').trim() !== '';
}

function getImageFiles(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

function toFile(file: File): ImageSource {
  return { kind: 'file', file };
}
