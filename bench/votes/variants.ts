import { contract } from '../../packages/contract/src/index.ts';
import type { FastifyInstance } from '../../apps/server/src/app.ts';
