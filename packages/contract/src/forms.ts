import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { why } from './operators.ts';
import { codeAsTyped, id, instant, line } from './primitives.ts';
import { obstacleErrors } from './tasks.ts';

const openErrors = ['TASK_NOT_FOUND', 'TASK_NOT_OPEN', 'TASK_ENDED', 'TASK_WITHOUT_FORM'] as const;

/** Also for an entry that was confirmed earlier. */
const confirmed = z.enum(['accepted', 'already']);

export const formEndpoints = {
  'POST /task/api/v1/taskItem/getFormLink': {
    summary: 'The address of a form task’s form, with a parameter that only this server can trace to the fan.',
    auth: 'fan',
    safe: true,
    body: z.object({ taskId: id }),
    data: z.object({
      taskId: z.string(),
      url: z.string(),
      /** After this time an entry under this parameter is refused. */
      expiresAt: instant,
      /** The time at which the fan first opened the form; null before. */
      openedAt: instant.nullable(),
    }),
    errors: [...openErrors, ...obstacleErrors],
  },
  'POST /task/api/v1/taskItem/openForm': {
    summary: 'Records that the fan opens the form; from then on the task waits for the confirmation.',
    auth: 'fan',
    body: z.object({ taskId: id }),
    data: z.object({ taskId: z.string(), openedAt: instant }),
    errors: [...openErrors, ...obstacleErrors],
  },
  'POST /task/api/v1/forms/confirm': {
    summary:
      'A form provider confirms that a form was sent. Signed according to Standard Webhooks, ' +
      'with the headers webhook-id, webhook-timestamp, webhook-signature.',
    auth: 'public',
    body: z.object({ parameter: line.min(1).max(200) }),
    data: z.object({ outcome: confirmed }),
    errors: ['FORM_SIGNATURE_INVALID', 'FORM_PARAMETER_INVALID', 'FORM_PARAMETER_EXPIRED'],
  },
  'POST /operator/api/v1/forms/confirm': {
    summary: 'An operator reports which fans have sent a form in the current occurrence of its task.',
    auth: 'operator',
    roles: ['editor'],
    scope: 'forms',
    body: z.object({
      taskId: id,
      /** Fan codes or emails, one per line. */
      fans: z.array(codeAsTyped.min(1)).min(1).max(1000),
      why,
    }),
    data: z.object({
      taskId: z.string(),
      occurrence: z.string(),
      /** The lines in the order of the request. */
      lines: z.array(z.object({ fan: z.string(), outcome: z.enum([...confirmed.options, 'unknown']) })),
    }),
    errors: openErrors,
  },
} as const satisfies Record<Route, Endpoint>;
