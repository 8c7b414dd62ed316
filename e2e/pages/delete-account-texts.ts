import { textsOf } from './texts.ts';

/** The words of leaving, as a fan reads them. */
export const deletionTexts = textsOf({
  lost: 'leave.lost',
  confirm: 'leave.yourCode',
  code: 'account.code',
  sendCode: 'account.sendCode',
  ask: 'leave.go',
  sure: 'leave.sure',
  go: 'leave.goNow',
  stay: 'leave.stay',
  closed: 'leave.doneTitle',
  comeBack: 'leave.comeBack',
  accountStays: 'leave.backText',
  noConfirm: 'leave.confirmMissing',
  noCode: (say) => say('form.required', { label: say('account.code') }),
  notYourCode: 'leave.confirmWrong',
  wrongCode: { en_US: 'The code is wrong or has expired.', zh_TW: '驗證碼錯誤或已過期' },
  signing: 'leave.signing',
  noticeSubject: { en_US: 'Your Lightstick account will be deleted', zh_TW: '你的 Lightstick 帳號即將刪除' },
  collect: 'myData.collect',
  ready: 'myData.ready',
  save: 'myData.save',
  failed: 'myData.failed',
  retry: 'common.retry',
});
