import { describe, expect, it } from 'vitest';
import { linkOrContactIn } from './links-and-contacts.ts';

describe('a link is seen', () => {
  it.each([
    'https://example.org',
    'see http : // example',
    'www.example',
    'example.com',
    'Example . COM',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'example dot com',
    'example[.]com',
    'example (dot) net',
    'example點com',
    'example。com',
    'ex\u200bample.com',
    'discord.gg/abc',
    't.me/abc',
    'bit.ly/2x',
    'youtu.be/abc',
    '看這裡 example.com.tw',
    'example . net',
    'example.app now',
    'example dot tv',
    '192.168.1.20:8080',
  ])('in %j', (text) => {
    expect(linkOrContactIn(text)).toBe('link');
  });
});

describe('contact data is seen', () => {
  it.each([
    'mina@example.com',
    'mina @ example . com',
    'mina (at) example.com',
    'mina at gmail dot com',
    'mina at gmail',
    'mina小老鼠gmail.com',
    '0912345678',
    '0912-345-678',
    '０９１２　３４５　６７８',
    '零九一二三四五六七八',
    '①②③ ○九一二三四五六七八',
    '+886 912 345 678',
    '(02) 2345-6789',
    'call 555-123-4567',
    '13812345678',
    'LINE: mina0214',
    'line id mina',
    'LINE ID：mina.h',
    '我的賴 mina_77',
    'ig:mina.h',
    'mina@ example. com',
    'LINE: mina',
    'ig 8pmmina',
    'my insta mina_0214',
    '微信號 minah88',
    '微信 88776655',
    'QQ 12345678',
    '加我賴',
    '加我的LINE',
    '可以加個微信嗎',
    'add me on discord',
    'dm me on IG',
    'DM me',
  ])('in %j', (text) => {
    expect(linkOrContactIn(text)).toBe('contact');
  });
});

describe('an ordinary text passes', () => {
  it.each([
    'Go MIRA!',
    'Love you all. Be happy!',
    'so good. App crashed',
    'see you. TV tonight',
    'well played. GG',
    'Hi @Mina. Love you',
    'my favourite line: never give up',
    'IG 8pm live?',
    '今晚8點 TV 見',
    '加油！我們會一直支持你',
    'It was so good.me too',
    'wait...what',
    'Mr. Tan is here',
    'line up at 8',
    'best line dance ever',
    'the IG post was cute',
    '在 IG 看到的',
    '賴在床上不想動',
    '他賴皮',
    'thread by thread',
    'see you on 2026-11-26 at 19:30',
    '2026/11/26 20:00 見',
    '12,345,678 votes!!',
    '1000000 票',
    '88888888',
    '5201314',
    '一二三四五 上山打老虎',
    '三點開始嗎',
    'at last',
    'I look at you',
    'v1.2.3 is out',
    '3.14159',
    '@Mina hello',
    '666666',
    'Big line-up tonight',
    '🎤🎉💜',
  ])('%j', (text) => {
    expect(linkOrContactIn(text)).toBeUndefined();
  });
});
