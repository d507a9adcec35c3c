import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'husbands-firm-of-one-name',
    why: "A husband's business account of one name sends housekeeping with that word.",
    holder: 'OTTAH GODSPOWER',
    lines: `
      2024-01-03 - 15099 spend | POS Buy @ 20763962-MR BIGGS ABUJA
      2024-01-12 + 20000.00 income | NIP/OPAY/ISONG MFON/plaiting
      2024-01-25 - 6635 spend | DATA BUNDLE AIRTEL 09024773044
      2024-01-27 + 90000.00 income | NIP/ACCESS/OTTAHLINKS/housekeeping
      2024-02-13 + 34000.00 income | NIP/OPAY/ISONG MFON/plaiting
      2024-02-24 - 6752 spend | DATA BUNDLE AIRTEL 09024392028
      2024-02-28 + 90000.00 income | NIP/ACCESS/OTTAHLINKS/housekeeping
      2024-03-11 + 27000.00 income | NIP/OPAY/ISONG MFON/plaiting
      2024-03-13 - 50 spend | Electronic Money Transfer Levy
      2024-03-27 + 90000.00 income | NIP/ACCESS/OTTAHLINKS/housekeeping
      2024-04-07 - 13886 spend | Airtime//08035062926/MTN
      2024-04-15 + 41000.00 income | NIP/OPAY/ISONG MFON/plaiting
      2024-04-27 + 90000.00 income | NIP/ACCESS/OTTAHLINKS/housekeeping
      2024-05-02 - 2542 spend | POS/WEB PURCHASE TRANSACTION -242394- SHOPRITE IKEJA MALL LAGOS
      2024-05-12 + 22000.00 income | NIP/OPAY/ISONG MFON/plaiting
      2024-05-28 + 90000.00 income | NIP/ACCESS/OTTAHLINKS/housekeeping
      2024-06-02 - 2387 spend | Transfer to SULE BARBER SHOP | OPay | 8130152133 | hair
      2024-06-14 + 30000.00 income | NIP/OPAY/ISONG MFON/plaiting
      2024-06-24 - 7597 spend | ATM WD @ 10570810-ALLEN AVENUE
      2024-06-27 + 90000.00 income | NIP/ACCESS/OTTAHLINKS/housekeeping`,
  },
  {
    name: 'lender-twice-at-the-end',
    why: 'A lender with LTD lends twice at the end, the same sum, wordless; a direct debit takes it back.',
    holder: 'ADEYINKA OLUWATOBI',
    lines: `
      2024-01-04 + 21000.00 income | NIP/OPAY/DARE OLA/car wash
      2024-01-25 - 12082 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-02-05 + 33000.00 income | NIP/OPAY/DARE OLA/car wash
      2024-02-16 - 1607 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-03-09 - 6872 spend | ATM WD @ 10573786-ALLEN AVENUE
      2024-03-09 + 27000.00 income | NIP/OPAY/DARE OLA/car wash
      2024-04-07 - 11149 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-04-20 + 150000 open:no-salary | NIP/WEMA/SWIFTLEAF CAPITAL LTD/
      2024-05-07 - 16850 spend | DSTV SUBSCRIPTION 725486
      2024-05-19 - 172000 debt | DIRECT DEBIT LOAN REPAYMENT 354601
      2024-05-21 + 150000 open:no-salary | NIP/WEMA/SWIFTLEAF CAPITAL LTD/
      2024-05-22 - 4540 spend | POS/WEB PURCHASE TRANSACTION -014677- SHOPRITE IKEJA MALL LAGOS`,
  },
  {
    name: 'supplier-then-silent',
    why: 'A supplier to a supermarket; equal sums each month with remark of goods; then silent twice.',
    holder: 'NDUKA FESTUS',
    lines: `
      2024-01-09 + 30000.00 income | NIP/OPAY/IJE UZOR/bread
      2024-01-19 - 11134 spend | Airtime//08036130186/MTN
      2024-01-28 + 120000.00 income | NIP/FCMB/MARKET SQUARE SUPERMARKET/BREAD SUPPLY
      2024-02-10 + 41000.00 income | NIP/OPAY/IJE UZOR/bread
      2024-02-16 - 4330 spend | WEB Dr @ BOLT RIDE LAGOS
      2024-02-27 + 120000.00 income | NIP/FCMB/MARKET SQUARE SUPERMARKET/BREAD SUPPLY
      2024-03-08 - 4924 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-03-08 + 25000.00 income | NIP/OPAY/IJE UZOR/bread
      2024-03-28 + 120000.00 income | NIP/FCMB/MARKET SQUARE SUPERMARKET/BREAD SUPPLY
      2024-04-06 - 10184 spend | MC Loc POS Prch-1710--EBEANO SUPERMARKET
      2024-04-12 + 33000.00 income | NIP/OPAY/IJE UZOR/bread
      2024-04-26 + 120000.00 income | NIP/FCMB/MARKET SQUARE SUPERMARKET/BREAD SUPPLY
      2024-05-07 - 3377 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-05-10 + 38000.00 income | NIP/OPAY/IJE UZOR/bread
      2024-05-26 - 50 spend | Electronic Money Transfer Levy
      2024-05-28 + 120000.00 open:income | NIP/FCMB/MARKET SQUARE SUPERMARKET/
      2024-06-09 + 29000.00 income | NIP/OPAY/IJE UZOR/bread
      2024-06-25 - 9288 spend | ATM WITHDRAWAL-GARKI//NG
      2024-06-27 + 120000.00 open:income | NIP/FCMB/MARKET SQUARE SUPERMARKET/`,
  },
  {
    name: 'cook-paid-late',
    why: 'A hotel cook is paid with a job in the remark, also late.',
    holder: 'ONOJA PETER',
    lines: `
      2024-01-12 - 2021 spend | DATA BUNDLE AIRTEL 09024787414
      2024-01-31 + 55000.00 salary | NIP/POLARIS/GOLDEN TULIP SUITES/assistant cook
      2024-02-13 - 15115 spend | DSTV SUBSCRIPTION 816787
      2024-02-20 + 55000 salary | NIP/POLARIS/GOLDEN TULIP SUITES/assistant cook
      2024-03-02 + 55000.00 salary | NIP/POLARIS/GOLDEN TULIP SUITES/assistant cook
      2024-03-03 - 48 spend | SMS Notification Charge Mar 2024
      2024-04-01 + 55000.00 salary | NIP/POLARIS/GOLDEN TULIP SUITES/assistant cook
      2024-04-06 - 15277 spend | Airtime//08032107950/MTN
      2024-04-27 - 50 spend | Electronic Money Transfer Levy
      2024-05-03 + 55000.00 salary | NIP/POLARIS/GOLDEN TULIP SUITES/assistant cook
      2024-05-26 - 1936 spend | Transfer to SULE BARBER SHOP | OPay | 8165231605 | hair
      2024-06-02 + 55000.00 salary | NIP/POLARIS/GOLDEN TULIP SUITES/assistant cook
      2024-06-10 - 14485 spend | DSTV SUBSCRIPTION 412567`,
  },
  {
    name: 'marketer-of-small-bank',
    why: 'A microfinance bank pays its marketer wordless, he repays a small staff loan.',
    holder: 'GIWA SODIQ',
    lines: `
      2024-01-19 - 14349 spend | ATM WITHDRAWAL-GARKI//NG
      2024-01-25 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/
      2024-02-10 - 6767 spend | DATA BUNDLE AIRTEL 09026188788
      2024-02-26 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/
      2024-03-03 - 11469 spend | ATM WD @ 10575644-ALLEN AVENUE
      2024-03-25 - 9209 spend | WEB Dr @ BOLT RIDE LAGOS
      2024-03-25 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/
      2024-03-28 - 12000.00 debt | LOAN REPAYMENT STAFF 820137
      2024-04-20 - 50 spend | Electronic Money Transfer Levy
      2024-04-25 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/
      2024-04-28 - 12000.00 debt | LOAN REPAYMENT STAFF 704015
      2024-05-17 - 13014 spend | NIP TRANSFER TO GTB - IBRAHIM LAWAL KOLA
      2024-05-24 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/
      2024-05-28 - 12000.00 debt | LOAN REPAYMENT STAFF 352681
      2024-06-12 - 7253 spend | DATA BUNDLE AIRTEL 09025599652
      2024-06-25 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/
      2024-06-28 - 12000.00 debt | LOAN REPAYMENT STAFF 374510
      2024-07-10 - 10483 spend | Airtime//08036229518/MTN
      2024-07-25 + 88000.00 salary | NIP/WEMA/CEDAR FIELD MICROFINANCE BANK/`,
  },
];
