import { wordsOf } from './texts.ts';

/** The words by which a fan finds their way through sending a video. */
export const videoWordsIn = wordsOf({
  task: { en_US: 'Fifteen seconds for her', zh_TW: '為她拍十五秒' },
  pick: 'fanVideo.pick',
  title: 'fanVideo.titleLabel',
  agree: 'fanVideo.agree',
  send: 'fanVideo.send',
  waiting: 'fanVideo.upload.lost',
  unfinished: { en_US: /goes on where it stopped/, zh_TW: /會從中斷的地方繼續/ },
  goOn: 'fanVideo.goOn',
  sent: 'fanVideo.sent',
  mine: 'fanVideo.mine',
  inReview: 'fanVideo.state.inReview',
  accepted: 'fanVideo.state.accepted',
  refused: 'fanVideo.state.refused',
});
