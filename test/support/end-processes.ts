import { afterAll } from 'vitest';
import { endProcesses } from './local-servers.ts';

afterAll(endProcesses);
