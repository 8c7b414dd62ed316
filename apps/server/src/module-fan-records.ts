import type { FanRecords } from './fan-records.ts';
import { answeredCallRecords } from './http/answered-call-records.ts';
import { accountFanRecords } from './modules/accounts/index.ts';
import { best7PersonalData } from './modules/best7/index.ts';
import { cheerPersonalData } from './modules/cheers/index.ts';
import {
  videoPersonalData,
  formPersonalData,
  invitePersonalData,
  riddlePersonalData,
  quizPersonalData,
  socialPersonalData,
  taskPersonalData,
} from './modules/tasks/index.ts';
import { faucetPersonalData, pointsPersonalData } from './modules/points/index.ts';
import { giftPersonalData, exchangePersonalData, orderPersonalData } from './modules/shop/index.ts';
import { mailFanRecords } from './modules/mail/index.ts';
import { operatorFanRecords } from './modules/operators/index.ts';
import { profileFanRecords } from './modules/profiles/index.ts';
import { songPersonalData } from './modules/songs/index.ts';
import { ballotPersonalData } from './modules/ballots/index.ts';
import { walletFanRecords } from './modules/wallets/index.ts';
import { createServerKeys } from './server-keys.ts';
import type { Services } from './services.ts';

/** What every module keeps on fans: erased when they leave, and copied when they ask for it. */
export function moduleFanRecords({ settings }: Pick<Services, 'settings'>): FanRecords[] {
  return [
    accountFanRecords(createServerKeys(settings.serverSecret)),
    walletFanRecords,
    profileFanRecords,
    socialPersonalData,
    pointsPersonalData,
    invitePersonalData,
    faucetPersonalData,
    taskPersonalData,
    videoPersonalData,
    quizPersonalData,
    riddlePersonalData,
    exchangePersonalData,
    orderPersonalData,
    ballotPersonalData,
    giftPersonalData,
    cheerPersonalData,
    songPersonalData,
    best7PersonalData,
    mailFanRecords,
    formPersonalData,
    operatorFanRecords,
    answeredCallRecords,
  ];
}
