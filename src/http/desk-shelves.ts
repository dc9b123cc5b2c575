import type { z } from 'zod';
import { categoryInputSchema, type DeskError, tagInputSchema } from '#desk/contract.ts';
import type { Result } from '#platform/result.ts';
import { readFields } from './desk-body.ts';
import { type DeskCall, type DeskHandlers, type DeskServices, idOf, refuseDesk } from './desk-call.ts';

type ShelfName = 'categories' | 'tags';
type ShelfCall<Name extends ShelfName> =
  | `GET /${Name}`
  | `POST /${Name}`
  | `PUT /${Name}/:id`
  | `DELETE /${Name}/:id`;

/** Categories and tags are asked for in the same way. */
interface Shelf<Input> {
  schema: z.ZodType<Input>;
  missing: 'category.missing' | 'tag.missing';
  create(input: Input): Promise<Result<object, DeskError>>;
  change(id: string, input: Input): Promise<Result<object, DeskError>>;
  remove(id: string): Promise<Result<null, DeskError>>;
}

export function handleShelves({
  shelves,
}: DeskServices): DeskHandlers<ShelfCall<'categories'> | ShelfCall<'tags'>> {
  const categories = changesOf({
    schema: categoryInputSchema,
    missing: 'category.missing',
    create: shelves.createCategory,
    change: shelves.changeCategory,
    remove: shelves.removeCategory,
  });
  const tags = changesOf({
    schema: tagInputSchema,
    missing: 'tag.missing',
    create: shelves.createTag,
    change: shelves.changeTag,
    remove: shelves.removeTag,
  });
  return {
    'GET /categories': async ({ context }) => context.json({ categories: await shelves.listCategories() }),
    'POST /categories': categories.create,
    'PUT /categories/:id': categories.change,
    'DELETE /categories/:id': categories.remove,
    'GET /tags': async ({ context }) => context.json({ tags: await shelves.listTags() }),
    'POST /tags': tags.create,
    'PUT /tags/:id': tags.change,
    'DELETE /tags/:id': tags.remove,
  };
}

function changesOf<Input>({ schema, missing, create, change, remove }: Shelf<Input>) {
  const answer = (call: DeskCall, result: Result<object, DeskError>, status: 200 | 201) =>
    result.ok ? call.context.json(result.value, status) : refuseDesk(call, result.error);
  return {
    async create(call: DeskCall): Promise<Response> {
      const input = await readFields(call, schema);
      return input.ok ? answer(call, await create(input.value), 201) : input.error;
    },
    async change(call: DeskCall): Promise<Response> {
      const id = idOf(call);
      if (id === null) return call.refuse(missing);
      const input = await readFields(call, schema);
      return input.ok ? answer(call, await change(id, input.value), 200) : input.error;
    },
    async remove(call: DeskCall): Promise<Response> {
      const id = idOf(call);
      if (id === null) return call.refuse(missing);
      const removed = await remove(id);
      return removed.ok ? call.context.json({ success: true }) : refuseDesk(call, removed.error);
    },
  };
}
