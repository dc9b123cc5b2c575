import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTemplate } from '../test/support/test-databases.global.ts';
import { mutationSettings } from './mutation-areas.ts';

/** Creates the template of the embedded database once for all processes of a run. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = process.env[mutationSettings.folder] ?? '.cache/mutation';
  const template = join(folder, 'template');
  if (!existsSync(template)) {
    const unfinished = `${template}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'embedded.tar'), await createTemplate(join(unfinished, 'postgres')));
    renameSync(unfinished, template);
  }
  project.provide('embeddedTemplate', join(template, 'embedded.tar'));
  project.provide('emptyDatabase', join(template, 'postgres'));
  project.provide('postgresUrl', null);
}
