import type { z } from 'zod';
import type { EditError } from '#blog/editing-contract.ts';
import { categoryInputSchema, tagInputSchema } from '#blog/taxonomy-contract.ts';
import type { Result } from '#platform/result.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { type AdminHandlers, editErrorResponse, parseBody, uuidParam } from './admin-request.ts';

interface TaxonomyResource<Input> {
  schema: z.ZodType<Input>;
  missing: 'category.missing' | 'tag.missing';
  create(input: Input): Promise<Result<object, EditError>>;
  change(id: string, input: Input): Promise<Result<object, EditError>>;
  remove(id: string): Promise<Result<null, EditError>>;
}

export function createTaxonomyHandlers({ taxonomy }: Pick<Services, 'taxonomy'>) {
  const categories = createResourceHandlers({
    schema: categoryInputSchema,
    missing: 'category.missing',
    create: taxonomy.createCategory,
    change: taxonomy.changeCategory,
    remove: taxonomy.removeCategory,
  });
  const tags = createResourceHandlers({
    schema: tagInputSchema,
    missing: 'tag.missing',
    create: taxonomy.createTag,
    change: taxonomy.changeTag,
    remove: taxonomy.removeTag,
  });
  return {
    'GET /categories': async (context) => context.json({ categories: await taxonomy.listCategories() }),
    'POST /categories': categories.create,
    'PUT /categories/:id': categories.change,
    'DELETE /categories/:id': categories.remove,
    'GET /tags': async (context) => context.json({ tags: await taxonomy.listTags() }),
    'POST /tags': tags.create,
    'PUT /tags/:id': tags.change,
    'DELETE /tags/:id': tags.remove,
  } satisfies AdminHandlers;
}

function createResourceHandlers<Input>({ schema, missing, create, change, remove }: TaxonomyResource<Input>) {
  const respond = (context: AppContext, result: Result<object, EditError>, status: 200 | 201) =>
    result.ok ? context.json(result.value, status) : editErrorResponse(context, result.error);
  return {
    async create(context: AppContext): Promise<Response> {
      const input = await parseBody(context, schema);
      return input.ok ? respond(context, await create(input.value), 201) : input.error;
    },
    async change(context: AppContext): Promise<Response> {
      const id = uuidParam(context);
      if (id === null) return errorResponse(context, missing);
      const input = await parseBody(context, schema);
      return input.ok ? respond(context, await change(id, input.value), 200) : input.error;
    },
    async remove(context: AppContext): Promise<Response> {
      const id = uuidParam(context);
      if (id === null) return errorResponse(context, missing);
      const removed = await remove(id);
      return removed.ok ? context.json({ success: true }) : editErrorResponse(context, removed.error);
    },
  };
}
