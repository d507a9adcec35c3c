import type { Narration } from '../entries/narration.ts';

// Words of shops and of services: who carries one is no person.
const shopWords: ReadonlySet<string> = new Set(
  `LTD LIMITED PLC NIG NIGERIA ENTERPRISE ENTERPRISES VENTURES STORE STORES SHOP SHOPPING SUPERMARKET SUPERMARKETS SUPERMKT SUPERSTORE SUPERSTORES MART MARKET MALL PHARMACY HOSPITAL CLINIC
  EATERY RESTAURANT KITCHEN FOODS BAKERY BUTCHERY BOUTIQUE FASHION HOTEL HOTELS SUITES CAFE GRILL FITNESS GYM SALON SPA LAUNDRY ELECTRONICS ELECTRICALS AUTOS MOTORS SERVICES
  INSURANCE ASSURANCE HMO COM BILL BILLS PAYMENT SUBSCRIPTION PREMIUM ORDER ORDERS BOOKING ONLINE POS PRCH PRCHS PURCHASE PUR WEB CARD CHEQUE CHQ DRAFT BUY AUTO DEBIT
  JUMIA KONGA CHOWDECK GLOVO SPOTIFY APPLE ITUNES GOOGLE PLAY AMAZON AWS MICROSOFT FACEBOOK FACEBK META ADS ALIEXPRESS PAYPAL OPENAI CANVA ZOOM ADOBE SHOPRITE SPAR EBEANO JUSTRITE
  DOMINOS KFC REPUBLIC COLDSTONE KILIMANJARO HUBMART PRINCE ADDIDE TERMINAL MERCHANT QTELLERBIL BILLPAYMENT UTILITY COLLECTION COLLECTIONS`
    .trim()
    .split(/\s+/),
);

/**
 * A debit without any word of a channel that names two to four words and no shop: some wallets print nothing but a remark and the name of whom money was sent to.
 */
export function looksLikePersonPaid(narration: Narration): boolean {
  const { counterparty, words } = narration;
  const isName = counterparty.length >= 2 && counterparty.length <= 4 && counterparty.every((name) => name.length >= 2);
  return (
    isName &&
    words.length <= 7 &&
    !words.some((word) => shopWords.has(word) && word !== 'PAYMENT') &&
    !words.some((word) => /\d/.test(word))
  );
}
