import { editDistance } from '../../../validation/nearest-name.ts';
import { bankNouns, type Narration, namesNoOne, wordsOf } from './narration.ts';
import { isPersonsName } from './person-names.ts';

const setOf = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

const titles = setOf(`
  MR MRS MISS MS MASTER DR DOC ENGR ENGINEER ALH ALHAJI ALHAJA HAJIA HAJIYA CHIEF PROF REV PASTOR EVANG APOSTLE BARR
  BARRISTER MALLAM MALAM OTUNBA HON SIR LADY COMRADE ARC SURV PHARM CAPT COL MAJ SGT SNR JNR HRH BRO SIS
`);

// Words that stand beside a name and are not part of it.
const besideNames = setOf(`
  SAVINGS WALLET BALANCE FUNDS FUND FUNDING TOPUP RENT FEES SCHOOL URGENT SALES BUSINESS SHOP CURRENT MAIN PERSONAL
  TRANSFERRED WITHDRAWAL INFLOW CHARGES LOAN ALLOWANCE PAY KEEP HOLD EMERGENCY
`);

// Shorter names are not cut off, but other names: ADE is not ADEOLA.
const LEAST_OF_CUT_NAME = 4;
const LEAST_OF_MISSPELT_NAME = 7;

/**
 * Whether the words of a party name the holder. Banks change the order of names, shorten and leave out some. So two
 * common names are enough, or one with a fitting initial. If both sides have another name, it is `perhaps` the holder,
 * before a wedding, or else a relative.
 */
export function matchHolder(
  { party, counterparty }: Pick<Narration, 'party' | 'counterparty'>,
  holder: readonly string[],
): 'yes' | 'perhaps' | 'no' {
  if (!counterparty.some((name) => holder.some((own) => own.startsWith(name.slice(0, LEAST_OF_CUT_NAME))))) return 'no';
  const own = holder.filter((word) => !titles.has(word));
  const theirs = party.filter((word) => word.length === 1 || counterparty.includes(word));
  const others = theirs.filter((word) => !titles.has(word) && !besideNames.has(word));
  const found = { full: 0, initial: 0 };
  const take = (kind: keyof typeof found, fits: (mine: string, other: string) => boolean) => {
    for (const mine of [...own]) {
      const place = others.findIndex((other) => fits(mine, other));
      if (place < 0) continue;
      own.splice(own.indexOf(mine), 1);
      others.splice(place, 1);
      found[kind] += 1;
    }
  };
  take('full', (mine, other) => mine === other && mine.length > 1);
  take('full', (mine, other) => isCutOff(other, mine) || isCutOff(mine, other) || isMisspelt(mine, other));
  take('initial', (mine, other) => (mine.length === 1 || other.length === 1) && mine[0] === other[0]);
  const isUnlike = own.length > 0 && others.some((word) => word.length > 1);
  if (found.full > 2 || (found.full === 2 && !isUnlike)) return 'yes';
  if (found.full === 2) return 'perhaps';
  return found.full === 1 && found.initial > 0 && !others.some((word) => word.length > 1) ? 'yes' : 'no';
}

// MUHAMMAD is also MUHAMMED. Short names that differ in a letter are other names.
function isMisspelt(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= LEAST_OF_MISSPELT_NAME && editDistance(a, b) === 1;
}

/** Leaves out the holder at the end of a firm's words: `NEFT CR firm holder`. There the holder is the payee. */
export function payerIn(narration: Narration, holder: readonly string[]): Narration {
  const { party, counterparty } = narration;
  const names = counterparty.filter((name) => name.length > 2);
  const isHolders = (word: string) => word.length < 3 || !names.includes(word) || holder.some((own) => own === word);
  const last = party.findLastIndex((word) => !isHolders(word)) + 1;
  const [payer, payee] = [party.slice(0, last), party.slice(last)];
  if (last === 0 || !payee.some((word) => holder.includes(word))) return narration;
  const known = { party: payer, counterparty: counterparty.filter((name) => payer.includes(name)) };
  return partyKind(known) === 'firm' ? { ...narration, ...known } : narration;
}

function isCutOff(short: string, long: string): boolean {
  return short.length >= LEAST_OF_CUT_NAME && short.length < long.length && long.startsWith(short);
}

// Words in the names of companies, institutions and public bodies.
const organisationWords = setOf(`
  LTD LIMITED PLC LLC INC LLP GTE NIG NIGERIA NIGERIAN COMPANY CO ENTERPRISE ENTERPRISES ENT VENTURE VENTURES GROUP
  HOLDINGS HOLDING PARTNERS PARTNERSHIP ASSOCIATES SONS BROTHERS BROS CHAMBERS CONSULT CONSULTS CONSULTING CONSULTANT
  CONSULTANTS CONSULTANCY CONCEPT CONCEPTS INTEGRATED INTERNATIONAL INTL GLOBAL WORLDWIDE RESOURCES SERVICES SERVICE
  SOLUTIONS SYSTEMS TECH TECHNOLOGY TECHNOLOGIES SOFTWARE DIGITAL NETWORK NETWORKS TELECOM TELECOMS COMMUNICATIONS
  INDUSTRIES INDUSTRY INDUSTRIAL MANUFACTURING FACTORY MILLS WORKS CERAMICS PLASTICS PACKAGING PRINTING PRINTERS CEMENT
  STEEL TEXTILE TEXTILES BREWERIES BREWERY BEVERAGES BOTTLING FOODS FARMS FARM AGRO ALLIED GRAINS POULTRY FISHERIES OIL
  GAS ENERGY PETROLEUM POWER ELECTRIC ELECTRICITY ENGINEERING CONSTRUCTION CONSTRUCTIONS BUILDERS CONTRACTORS PROPERTIES
  REALTY ESTATES HOMES FACILITIES FACILITY MANAGEMENT SECURITY GUARDS LOGISTICS FREIGHT FERRIES SHIPPING MARINE AVIATION
  AIRLINES AIRWAYS TRANSPORT MOTORS AUTOS HAULAGE COURIER MEDIA PRESS STUDIO STUDIOS PUBLISHERS PUBLISHING BROADCASTING
  TELEVISION RADIO SCHOOL SCHOOLS COLLEGE ACADEMY UNIVERSITY POLYTECHNIC INSTITUTE MONTESSORI NURSERY CRECHE SEMINARY
  HOSPITAL HOSPITALS CLINIC CLINICS MEDICAL HEALTH HEALTHCARE DIAGNOSTICS LABORATORIES LABORATORY PHARMACY
  PHARMACEUTICAL PHARMACEUTICALS PHARMA MINISTRY BOARD COMMISSION AUTHORITY AGENCY COUNCIL COMMITTEE BUREAU SECRETARIAT
  PARASTATAL GOVERNMENT GOVT GOV LGA LGEA FEDERAL FED STATE FGN TSA OAGF TREASURY POLICE ARMY NAVY CUSTOMS IMMIGRATION
  BANK MFB MICROFINANCE INSURANCE ASSURANCE PENSIONS FINANCE SECURITIES CAPITAL FOUNDATION NGO INITIATIVE ORGANISATION
  ORGANIZATION ASSOCIATION SOCIETY UNION CHURCH CATHEDRAL PARISH MISSION DIOCESE MOSQUE MINISTRIES HOTEL HOTELS SUITES
  RESORT RESTAURANT EATERY BAKERY KITCHEN CATERING STORES STORE SUPERMARKET SUPERMARKETS MART MALL SHOPS BOUTIQUE
  FASHION FURNITURE INTERIORS LAUNDRY SALON SPA EVENTS ENTERTAINMENT PROJECT PROJECTS PROGRAMME PAYROLL STAFF LABS HUB
  CENTRE CENTER LINKS TRADING MERCHANTS DISTRIBUTORS DISTRIBUTION WAREHOUSE DEPOT COLD CHAIN EXPORT EXPORTS IMPORT
  IMPORTS ELECTRONICS ELECTRICALS EQUIPMENT MACHINERY OUTSOURCING BUYERS FARMERS TRADERS SUPPLIERS WHOLESALERS BRICKS
  BLOCKS CARGO CRUSHERS DRYDOCK SHIPYARD EXPRESS FABRICATION FOUNDRY GALLERY GARAGE GLASS HATCHERY HATCHERIES INVESTMENT
  INVESTMENTS KINDERGARTEN LEASING LINE LINES LOGISTIC MATERNITY METALS MILL MILLING MOTEL NURSING OPTICALS ORPHANAGE
  OUTFITTERS PIPES PRODUCE PRODUCTS PRODUCTIONS RANCH ROOFING SEEDS STATION SUPPLY TANNERY TERMINAL TUTORIAL TUTORS
  VACCINES YARD COMPLEX VILLA HOLY SACRED IMMACULATE CHRIST SAINTS UNITED UNIVERSAL CENTRAL CITY MEGA SUPER ELITE
  SUPREME ULTRA APEX SUMMIT MODERN CLASSIC NATIONAL CONTINENTAL ATLANTIC AFRICAN WORLD METRO QUALITY REFINERY
  CORPORATION CORP CONSORTIUM TRUST SECONDARY PRIMARY SCH PRY NUR INT AFRICA EMBASSY RECRUITMENT WORKFORCE MANPOWER
  PERSONNEL IND INDUS CONST PAINTS TYRES BAKERIES MILLERS HAULERS PLAZA PALACE SHOP DEALER DEALERS AGENCIES ALUMINIUM
  TIMBER SAWMILL QUARRY GRANITE MINING MINES RUBBER COCOA SUGAR FLOUR DAIRY FEEDS SOLAR CABLES TILES DESIGN DESIGNS
  ARCHITECTS SURVEYORS LEGAL SOLICITORS AUDIT ACCOUNTING TRAVELS TRAVEL TOURS CLEANING CLEANERS GARDENS LOUNGE CLUB
  CINEMA GYM FITNESS SPORTS ARENA THEATRE RECORDS FILMS PHOTOGRAPHY NEWS NEWSPAPERS BOOKS BOOKSHOP STATIONERY LIBRARY
  HOSTEL HOSTELS LODGE INN APARTMENTS TOWERS PARK COLL POLY UNI UNIV HOSP DEPT DEPARTMENT OFFICE DIVISION MUNICIPAL
  COMMAND CORPS TEACHERS CIVIL WATER ADS BAR MERCHANT FELLOWSHIP ASSEMBLY RESIDENTS ASSO ASSOC ASSN BPO ICT SPECIALIST
  SPECIALISTS ADVISORY ADVISERS ADVISORS DRILLING BREWING BREWERS BOTTLERS DISTILLERS PRINTS PUBLICATIONS TUTORIALS
  CLEARING FORWARDING OILFIELD OFFSHORE DREDGING MARITIME AERO REFINERIES PETROCHEMICALS CHEMICALS PHARMACIES CHEMISTS
  DRUGSTORE DENTAL SURGERY VETERINARY INFIRMARY IMAGING RADIOLOGY MEDICARE MEDICALS TEACHING CHAPEL TABERNACLE SYNAGOGUE
  EVANGELICAL BAPTIST CATHOLIC ANGLICAN METHODIST APOSTOLIC PENTECOSTAL ISLAMIC CONVENT BATTALION CORRECTIONAL JUDICIARY
  COURT SENATE SUBEB TESCOM UBEC NHIS FIRS CBN NNPC NYSC FGC FGGC GSS GRAMMAR PREPARATORY DAYCARE LEARNING EDUCATIONAL
  POLYMERS NYLON FIBRE AGRICULTURAL AGRIC LIVESTOCK FISHERY ADVERTISING MARKETING COMMUNICATION BROKERS UNDERWRITERS
  REINSURANCE TRUSTEES REGISTRARS MORTGAGE COOPERATIVE COOP MULTIPURPOSE RENTALS AUTOMOBILES AUTOMOTIVE MECHANICAL
  TECHNICAL GARMENTS APPAREL JEWELLERS BUKKA BUKA CANTEEN CAFE CAFETERIA BISTRO GRILL CONFECTIONERY BUTCHERY ABATTOIR
  REALTORS DEVELOPERS DEVELOPMENT CONTRACTING ATTORNEYS INSTITUTION HEADQUARTERS HQTRS FORCE BASE PHONES ACCESSORIES
  GADGETS COMPUTERS COSMETICS FABRICS WEARS JEWELRIES BROKERAGE FIRM POULTRIES EDU DEVT GRAMMAR BRIGADE WAREHOUSING
  ACADEMIES CENTRES INSTITUTES WORKSHOP MECHANICS OUTFIT EATERIES SUPERSTORE CERAMIC MGT MGMT MANAGERS SERVS SVCS
  BLUE ORANGE PURPLE CRIMSON GOLDEN BRONZE COPPER PLATINUM SAPPHIRE EMERALD ONYX QUARTZ OCEAN SEA SKY LAKE MOUNTAIN
  VALLEY MEADOW FOREST GROVE CANYON DESERT SAHEL SAHARA SAVANNAH SAVANNA OASIS LAGOON ISLAND COAST COASTAL SHORE BEACH
  REEF BAY INLAND TROPICAL TROPICS SUNRISE SUNSET HORIZON COMET ORBIT ORBITAL LUNAR SOLARIS STELLAR COSMIC GALAXY NOVA
  THUNDER STORM BREEZE RAINBOW SPRING HARVEST ROOT LEAF BLOOM FLOWER IROKO OAK CEDAR MAPLE PINE MAHOGANY BAOBAB NEEM
  ACACIA ORCHARD VINEYARD LION EAGLE FALCON HAWK TIGER LEOPARD PANTHER ZEBRA GIRAFFE ELEPHANT RHINO BUFFALO GAZELLE
  ANTELOPE CHEETAH DOLPHIN WHALE HERON PELICAN OSTRICH PHOENIX PEGASUS UNICORN DRAGON HIVE STALLION NORTH SOUTH EAST
  NORTHERN SOUTHERN EASTERN WESTERN MERIDIAN PACIFIC ARCTIC GLOBE PLANET EARTH TERRA URBAN RURAL METROPOLITAN TOWN
  VILLAGE CASTLE FORTRESS CITADEL BRIDGE GATEWAY HIGHWAY CROSSROADS CROSSING CORNER PATHWAY ROUTE HARBOUR HARBOR PORT
  ANCHOR BEACON LIGHTHOUSE COMPASS PINNACLE PEAK VERTEX VORTEX NEXUS MATRIX PRISM SPECTRUM QUANTUM FUSION SYNERGY
  CATALYST ELEMENT SIGMA DELTA PRIME PREMIER PREMIUM EXCEL IDEAL RAPID QUICK FAST TRUSTED RELIABLE RELIANCE DYNAMIC
  STRATEGIC CREATIVE INNOVATIVE INNOVATION FUTURE PIONEER LEGACY VANGUARD FRONTIER FRONTLINE CORNERSTONE BEDROCK ROCK
  TOTAL GENERAL COMMON PUBLIC COMMUNITY SOCIAL STANDARD ORIENTAL MAJESTIC REGAL IMPERIAL ROYAL GRAND KEY LOCK
  WINDOW MIRROR LAMP LANTERN CANDLE TORCH FLAME SPARK WHEEL GEAR TRACTOR NEEDLE THREAD COTTON SILK LINEN LEATHER LOOM
  PIXEL CODE BYTE CLOUD CYBER LOGIC METRICS SIGNAL FRAME CANVAS PENCIL SCROLL CHAPTER STORY STAGE SCENE LENS FOCUS
  VISION VISTA VIEW SHIELD ARROW CROWN SPOON FORK PLATE POT CUP BOWL BASKET BARREL LOAF CRUST OVEN FLAVOUR SPICE TASTE
  DISH FEAST DINER BITE PIZZA BURGER COFFEE CHOCOLATE BUTTER PASTRY WEDDINGS BRIDALS PLANNERS MAKERS CRAFT FORGE TOOLS
  CATERERS DECORATORS TAILORS COUTURE STYLES WELLNESS CARE CURE REMEDY MOBILITY RIDES MOVERS CARRIERS FLEET PARCEL
  POSTAL TIMES TRIBUNE HERALD CHRONICLE GAZETTE SPACE PLACE SQUARE CIRCLE POINT LEVEL CURVE CUBE GRID LAYER PEBBLE CLAY
  MARBLE LUMBER TERRACE MANOR COTTAGE RESIDENCE RESIDENCES HABITAT SHELTER HOMESTEAD PATH WAVE STREAM CREEK BROOK BIRD
  EDGE CORE PULSE FLOW LOOP NODE MESH SYNC HEIGHTS HIGHLAND CLIMB STRIDE LEAP BOOST LAUNCH ROCKET JET PILOT NAVIGATOR
  EXPLORER DISCOVERY VOYAGE JOURNEY TRAIL SAFARI NOMAD TRIBE GUILD LEAGUE ALLIANCE ACCORD CONCORD TRIO QUADRANT TEMPO
  SONIC AUDIO VISUAL MAGNET ATOM NEURO GENOME IDEA INSIGHT KNOWLEDGE TALENT SKILL BRAIN MINDS HEARTH HANDS KIDS KIDDIES
  TODDLERS TOTS CHILDREN LITTLE TINY YOUTH WOMEN PEOPLE FRIENDS NEIGHBOURS GIRLS BOYS LADIES DAUGHTERS RESCUE RELIEF
  ACTION IMPACT EMPOWERMENT RIGHTS VOICES DIALOGUE POLICY REFORM CLIMATE NUTRITION AFRIK AFRIQUE SWISS GERMAN BRITISH
  AMERICAN CHINESE INDIAN LEBANESE FRENCH EURO ASIA ASIAN NAIJA FUT FCE COE
`);

/** `firm`: a company, an institution or a public body. */
export type PartyKind = 'firm' | 'person';

type Named = Pick<Narration, 'party' | 'counterparty'> & Partial<Pick<Narration, 'namesBeforeRemark' | 'words'>>;

/** What a party is, by its words; undefined if they do not tell. A bank may stand before the name of its customer. */
export function partyKind({ party, counterparty, namesBeforeRemark, words = [] }: Named): PartyKind | undefined {
  // An abbreviation without a vowel is no one's name.
  const isAbbreviation = (word: string) => /^[^AEIOUY]{3,}$/.test(word) && !titles.has(word);
  if (
    (!bankNouns.has(wordAfter(words, counterparty)) &&
      party.some((word, at) => isOfFirm(word) && !/^FEES?$/.test(party[at + 1] ?? ''))) ||
    cutOffWords.has(party.at(-1) ?? '') ||
    counterparty.some(isAbbreviation)
  )
    return 'firm';
  // PHONES AND ACCESSORIES, FRIENDS OF CHILDREN, but not MR AND MRS.
  const joins = (word: string) => word === 'OF' || word === 'FOR' || (word === 'AND' && counterparty.length > 2);
  const isPair = counterparty.length > 1 && party.slice(1, -1).some(joins) && !party.some((word) => titles.has(word));
  if (namesBeforeRemark === true && isPair) return 'firm';
  return counterparty.length > 1 ? 'person' : undefined;
}

function wordAfter(words: readonly string[], names: readonly string[]): string {
  return words[words.findLastIndex((word) => names.includes(word)) + 1] ?? '';
}

/** Whether a word is one of the names of companies, institutions and public bodies. */
export function isOfFirm(word: string): boolean {
  const isListed = [word, `${word}S`, word.replace(/S$/, '')].some((form) => organisationWords.has(form));
  return (word.length > 4 ? isListed : organisationWords.has(word)) || gluedCompanyWord.test(word);
}

const gluedCompanyWord = new RegExp(
  '[A-Z]{4}(?:LTD|LIMITED|PLC|NIG|ENTERPRISES?|VENTURES|WORKS|TECH|FOODS|FARMS?|SCHOOLS?|HOSPITAL|CLINIC|PHARMACY|' +
    'HOTEL|SHOPS?|STORES?|MART|HOUSE|HUB|LINKS?|GROUP|MEDIA|STUDIOS?|CARE|LOGISTICS|BANK|FIELDS?|WOODS?|GATE|CREST|' +
    'POINT|BRIDGE|WAYS?|SOFT|CHEM|PLAST|PACK|AGRO|STEEL|TANK|TRONICS?|LANDS|HILLS)$|LEND(?:ERS?|ING)$' +
    '|[A-Z]{3}(?:WAVE|LEAF|RIDGE|PATH|BIRD|SCAPE|CREEK|BROOK|STREAM|GROVE|SHORE|LIGHT|TREE|ROCK|STAR|GOLD|' +
    'WORLD|TOWN)$' +
    '|^(?:BLUE|GREEN|GOLD|SILVER|NORTH|SOUTH|WEST)[A-Z]{4}',
);

// Banks cut off long names: ROYAL OAK CONSTRUCTIO.
const cutOffWords: ReadonlySet<string> = new Set(
  [...organisationWords].flatMap((word) => Array.from(word, (_, end) => word.slice(0, end)).slice(5)),
);

/** Whether a party has one name, and it is neither the holder's nor a word beside a name. */
export function isOneName(names: readonly string[], holder: readonly string[]): boolean {
  const [name = '', ...others] = names;
  return (
    name.length > 2 && others.length === 0 && !titles.has(name) && !besideNames.has(name) && !isRelative(names, holder)
  );
}

/** Whether an entry names a party, and none of its words is a person's name, a title or a bank's name. */
export function isNoPersons({ words, counterparty }: Pick<Narration, 'words' | 'counterparty'>): boolean {
  const isOfPerson = (word: string) => titles.has(word) || besideNames.has(word) || isPersonsName(word);
  const isWord = counterparty.some((word) => word.length > 4);
  return isWord && !counterparty.some(isOfPerson) && !bankNouns.has(wordAfter(words, counterparty));
}

/** Whether an entry names a bank of no list, and no one else but the holder: GREEN HILL MICROFINANCE BANK. */
export function namesOnlyBank(
  { words, counterparty }: Pick<Narration, 'words' | 'counterparty'>,
  holder: readonly string[],
): boolean {
  const next = words.findLastIndex((word) => counterparty.includes(word)) + 1;
  const isOfNoOne = (word: string) => counterparty.includes(word) || namesNoOne.has(word) || holder.includes(word);
  const afterBank = words.slice(next).filter((word) => !isOfFirm(word));
  return bankNouns.has(words[next] ?? '') && [...words.slice(0, next), ...afterBank].every(isOfNoOne);
}

/** Whether a firm's name begins with a name of the holder's: OTTAH FARMS, OTTAHLINKS. */
export function isNamedAfter([first = '']: readonly string[], holder: readonly string[]): boolean {
  return holder.some((name) => name.length >= LEAST_OF_CUT_NAME && !titles.has(name) && first.startsWith(name));
}

/** Whether two parties have a name in common, as relatives have. */
export function isRelative(names: readonly string[], holder: readonly string[]): boolean {
  return names.some((name) => name.length > 2 && !titles.has(name) && holder.includes(name));
}
