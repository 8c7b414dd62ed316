import type { Language } from '@lightstick/contract';
import type { HoldCause } from './task.ts';

const hourMs = 60 * 60_000;

/** What made a claim look as if it should be looked at, as whole sentences. */
const causes: Readonly<Record<HoldCause, Readonly<Record<Language, string>>>> = {
  claimsInHurry: {
    en_US: 'many rewards were claimed within seconds.',
    zh_TW: '短短幾秒內領取了許多獎勵。',
  },
  visitsInHurry: {
    en_US: 'many tasks were begun within seconds.',
    zh_TW: '短短幾秒內開始了許多任務。',
  },
  sharedDevice: {
    en_US: 'several accounts have claimed this reward on your device today.',
    zh_TW: '今天這台裝置上有多個帳號領取這個獎勵。',
  },
  sharedNetwork: {
    en_US: 'very many accounts have claimed this reward from your network today.',
    zh_TW: '今天您的網路有大量帳號領取這個獎勵。',
  },
};

/** Why a claim is held and for how many hours at most, rounded up, as the parameters of CLAIM_HELD. */
export function wordHold(cause: HoldCause, releaseAt: Date, at: Date) {
  const hours = Math.max(1, Math.ceil((releaseAt.getTime() - at.getTime()) / hourMs));
  return { why: causes[cause], hours };
}
