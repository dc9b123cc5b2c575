import { afterAll } from 'vitest';
import { endProducts } from './open-product.ts';

afterAll(endProducts);
