import { failure, type RequestEnvelope, success } from '#/lib/host/envelope.ts';
import { type Fault, type MethodBehaviour } from './host-settings.ts';

/** One thing that the host sends in answer to a request. */
export type Delivery = {
  readonly payload: unknown;
  readonly afterMs: number;
  /** The reply itself fails, as a Swift reply handler does that is called with an error. */
  readonly rejects?: true;
};

/** Long enough after the first for the page to have taken it. */
const secondCopyAfterMs = 50;

/** The answer of the host if all were well, and how the developer wants it to go wrong. */
export type AnsweredRequest = {
  readonly request: Pick<RequestEnvelope, 'id' | 'method'>;
  readonly result: unknown;
  readonly behaviour: MethodBehaviour;
  /** The number of requests of this method before, since the page was loaded. */
  readonly earlierRequests: number;
};

/**
 * Returns what the host sends in answer to a request, in order: usually one response; after a fault none, several or
 * nonsense.
 */
export function deliveriesOf({ request, result, behaviour, earlierRequests }: AnsweredRequest): readonly Delivery[] {
  const { delayMs: afterMs, fault } = behaviour;
  const response = success(request.id, result);
  if (fault === 'silence' || (fault === 'lost' && earlierRequests === 0)) return [];
  if (fault === 'twice')
    return [
      { payload: response, afterMs },
      { payload: response, afterMs: afterMs + secondCopyAfterMs },
    ];
  if (fault === 'reject') return [{ payload: refusal(request), afterMs, rejects: true }];
  return [{ payload: payloadOf(fault, request, response), afterMs }];
}

function payloadOf(fault: Fault, request: AnsweredRequest['request'], response: object): unknown {
  if (fault === 'error') return refusal(request);
  if (fault === 'cut') return '{"v":1,"ch":"lightstick","kind":"res","id":';
  if (fault === 'stranger') return { ...response, ch: 'another-app' };
  if (fault === 'misaddressed') return { ...response, id: `not-${request.id}` };
  if (fault === 'nonsense') return success(request.id, nonsense);
  return response;
}

function refusal({ id, method }: AnsweredRequest['request']) {
  return failure(id, 'HOST_FAILED', `${method} failed on purpose.`);
}

/** The right fields with the wrong types, those of both getters at once. */
const nonsense = {
  token: 42,
  accountId: ['nobody'],
  nickname: { first: 'Mina' },
  languageType: 'tlh',
  theme: 'polka dots',
  statusBarHeight: 'very tall',
  capabilities: 'everything',
};
