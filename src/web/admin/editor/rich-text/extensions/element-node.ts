import type { NodeConfig } from '@tiptap/core';
import { contentElements, elementsByEditorType } from '#content/elements.ts';

/** Of a node that is one element of the table, with the class of the same name if the element has one. */
export function elementNode(name: string): Pick<NodeConfig, 'name' | 'parseHTML' | 'renderHTML'> {
  const element = elementsByEditorType.get(name) ?? 'div';
  const hasClass = contentElements.get(element)?.classes?.includes(name) === true;
  return {
    name,
    parseHTML: () => [{ tag: hasClass ? `${element}.${name}` : element }],
    renderHTML: ({ HTMLAttributes }) => [
      element,
      hasClass ? { ...HTMLAttributes, class: name } : HTMLAttributes,
      0,
    ],
  };
}
