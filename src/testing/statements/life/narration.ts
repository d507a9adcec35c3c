import { dayNumber, monthLabel, type PlainDate, partsOf } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';

const list = (items: string): readonly string[] => items.trim().split(/\s*,\s*/);

// As in reality, some names contain a word of a category: Elizabeth, Bolton, Gloria.
export const invented = {
  given:
    list(`Temisan, Ngozika, Aderinsola, Obinwa, Zainabu, Efemena, Kubura, Ikemdi, Olanike, Tariebi, Uchendu, Maryamu,
    Sadiqa, Ayotola, Ekaette, Nosakhare, Elizabeth, Betty, Salihu, Hubert, Gloria, Itoro, Babatola, Hauwatu`),
  family: list(`Adewoyin, Okparaji, Danladiya, Etukudoh, Igweze, Makinwale, Oruboh, Tankoma, Uzordike, Yarohama, Bolton,
    Akinsete, Faloyinde, Sloan, Odigwe, Parenti, Gambarau, Ehigiator, Taxman, Nkemdiche`),
  employer: list(`Tideway Ferries Ltd, Obudu Ceramics Plc, Lantern Schools Trust, Kanuri Textile Mills,
    Blue Heron Hospitals, Savanna Cold Chain Ltd, Alafia Software Ltd`),
  shop: list(`Amberline Stores, Palmview Bakery, Tinubu Hardware Depot, Total Kitchen World, Current Fashion House,
    Gbagada Cash And Carry, Treatment Room Spa, Nectar Juice Bar, Third Party Phones`),
  church: list('River Gate Tabernacle, Living Lamp Parish, Hilltop Praise Centre'),
  place: list('Yaba, Wuse Zone 4, Aba Road Ph, Ilorin, Ikot Ekpene, Surulere'),
  landlord: list('Baobab Court Estates, Chief Ogbemudia, Meranti Homes'),
  school: list('Crested Crane College, Little Acorns Nursery'),
  bank: list('GTB, UBA, ZENITH, ACCESS, OPAY, KUDA, PALMPAY, MONIEPOINT, STERLING, FCMB, WEMA, ECOBANK'),
  telco: list('MTN, AIRTEL, GLO, 9MOBILE'),
  lender: list('FairMoney, Renmoney, Carbon, PalmCredit, Branch'),
  bookmaker: list('BET9JA, SPORTYBET, BETKING, 1XBET, NAIRABET, MERRYBET'),
  disco: list('IKEDC, EKEDC, AEDC, IBEDC, PHED, KEDCO'),
  tv: list('DSTV COMPACT, GOTV JOLLI, STARTIMES BASIC, SHOWMAX, NETFLIX.COM'),
  ride: list('BOLT.EU, UBER TRIP, INDRIVE RIDE, LAGRIDE, GIGM BOOKING, COWRY CARD, ARDOVA FUEL STATION'),
  saver: list('PIGGYVEST, COWRYWISE, RISEVEST, BAMBOO'),
  remark: list(`food, upkeep, thank you, goods, family, for fabric, kitchen tiles, part settlement, as agreed, drugs,
    see you on sunday, generator repairs`),
} as const;

// They mislead a reader that takes any figure, date or word as the entry's own.
const misleadingRemarks = list(`payment of {trapAmount} on {trapDate}, balance payment for 2 bags,
  debit note {d4} of {trapDate}, total for {trapDate} {trapAmount}, invoice {d5} NGN {trapAmount} CR,
  opening of shop {trapDate}, credit for {trapAmount} DR {d4}, {trapDate} order {trapAmount} balance later`);

/** The counterparties of an account over all months. */
export interface Household {
  readonly holder: string;
  readonly employer: string;
  readonly landlord: string;
  readonly lender: string;
  readonly church: string;
  readonly misleading: number;
}

export function inventName(chance: Chance, middle = false): string {
  const names = [chance.pick(invented.family), chance.pick(invented.given)];
  if (middle) names.push(chance.pick(invented.given.filter((name) => name !== names[1])));
  return names.join(' ');
}

export function monthName(date: PlainDate): string {
  const [year, month] = partsOf(date);
  return monthLabel(year, month).replace(/ .*/, '');
}

interface Filling {
  readonly date: PlainDate;
  readonly household: Household;
  readonly counterparty: string;
}

/** Replaces `{name}` by the counterparty, `{d6}` by six digits, others by invented names. `{NAME}` gives capitals. */
export function fillTemplate(template: string, filling: Filling, chance: Chance): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const digits = /^d(\d+)$/.exec(key)?.[1];
    if (digits) return chance.digits(Number(digits));
    const lower = /[a-z]/.test(key) ? key : key.toLowerCase();
    const value = valueFor(lower, filling, chance);
    return lower === key ? value : value.toUpperCase();
  });
}

function valueFor(key: string, filling: Filling, chance: Chance): string {
  const { date, household, counterparty } = filling;
  switch (key) {
    case 'name':
      return counterparty;
    case 'remark':
      if (!chance.happens(household.misleading)) return chance.pick(invented.remark);
      return fillTemplate(chance.pick(misleadingRemarks), filling, chance);
    case 'self':
      return household.holder;
    case 'employer':
    case 'landlord':
    case 'lender':
    case 'church':
      return household[key];
    case 'phone':
      return `0${chance.pick(['803', '706', '812', '905', '701'])}${chance.digits(7)}`;
    case 'month':
      return `${monthName(date).slice(0, 3)} ${date.slice(0, 4)}`;
    case 'trapDate': {
      const day = String((dayNumber(date) % 28) + 1).padStart(2, '0');
      const year = date.slice(0, 4);
      return chance.pick([`${day}-${monthName(date).slice(0, 3)}-${year}`, `${day}/${date.slice(5, 7)}/${year}`]);
    }
    case 'trapAmount':
      return (chance.between(10, 900) * 50).toLocaleString('en-US', { minimumFractionDigits: 2 });
    default:
      return chance.pick(Object.entries(invented).find(([name]) => name === key)?.[1] ?? [key]);
  }
}
