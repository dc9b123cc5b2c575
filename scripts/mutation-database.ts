import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTemplate } from '../test/support/test-databases.global.ts';
import { mutationSettings } from './mutation-areas.ts';

/** Creates the template of the embedded database once for all processes of a run. */
export default async function setup(project: TestProject): Promise<void> {
  const folder = process.env[mutationSettings.folder] ?? '.cache/mutation';
  const template = join(folder, 'embedded.tar');
  if (!existsSync(template)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${template}.${process.pid}`, await createTemplate());
    renameSync(`${template}.${process.pid}`, template);
  }
  project.provide('embeddedTemplate', template);
  project.provide('postgresUrl', null);
}
