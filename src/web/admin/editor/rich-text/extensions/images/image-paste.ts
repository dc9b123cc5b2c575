import { Extension } from '@tiptap/core';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { imageUrlPattern } from '#content/image-contract.ts';
import { insertBlocks } from '../block-commands.ts';
import { type ImageSource, type ImageUploads, imageSourceFromUrl } from './image-uploads.ts';

/** Uploads pasted or dropped files and copies images of other sites to our store. */
export const ImagePaste = Extension.create<{ jobs: ImageUploads }>({
  name: 'pictures',
  addProseMirrorPlugins() {
    const { jobs } = this.options;
    return [
      new Plugin({
        props: {
          transformPasted: ({ content, openStart, openEnd }, view) =>
            new Slice(uploadImagesInFragment(content, view.state.schema, jobs), openStart, openEnd),
          handlePaste(view, event, { content }) {
            const images = getImageFiles(event.clipboardData);
            // Office programs add an image of the same text that they provide as HTML.
            const hasText = content.textBetween(0, content.size, ' ').trim() !== '';
            if (images.length === 0 || hasText) return false;
            insertImages(view, images, jobs);
            return true;
          },
          handleDrop(view, event, _slice, moved) {
            if (moved || !event.dataTransfer?.files.length) return false;
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            insertImages(view, getImageFiles(event.dataTransfer), jobs, { at });
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
  const nodes = sources.map((source) => createPendingNode(view.state.schema, source, jobs, alt));
  insertBlocks(view, nodes, { at });
}

function createPendingNode(schema: Schema, source: ImageSource, jobs: ImageUploads, alt: string): Node {
  const url = source.kind === 'url' ? source.url : null;
  return schema.node('pendingPicture', { job: jobs.start(source), alt, address: url });
}

function uploadImagesInFragment(content: Fragment, schema: Schema, jobs: ImageUploads): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const src = String(node.attrs.src ?? '');
    const alt = String(node.attrs.alt ?? '');
    if (node.type.name === 'figure' && !imageUrlPattern.test(src)) {
      nodes.push(createPendingNode(schema, imageSourceFromUrl(src), jobs, alt));
      if (node.content.size > 0) nodes.push(schema.node('paragraph', null, node.content));
    } else if (node.type.name === 'pendingPicture' && !jobs.find(String(node.attrs.job))) {
      const source = imageSourceFromUrl(String(node.attrs.address ?? ''));
      nodes.push(createPendingNode(schema, source, jobs, alt));
    } else if (node.type.name !== 'image' || imageUrlPattern.test(src)) {
      nodes.push(node.copy(uploadImagesInFragment(node.content, schema, jobs)));
    }
  });
  return Fragment.fromArray(nodes);
}

function getImageFiles(transfer: DataTransfer | null): ImageSource[] {
  return [...(transfer?.files ?? [])]
    .filter(({ type }) => type.startsWith('image/'))
    .map((file) => ({ kind: 'file', file }));
}
