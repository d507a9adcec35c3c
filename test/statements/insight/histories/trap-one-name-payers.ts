import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'small-lender-tops-up',
    why: 'A microfinance bank of no list lends the same sum each month; he pays back more.',
    holder: 'OBI CLEMENT UZO',
    lines: `
      2024-01-02 + 60000.00 none:loan | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-01-08 + 41000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-01-14 - 48 spend | SMS Notification Charge Jan 2024
      2024-01-23 - 8513 spend | POS/WEB PURCHASE TRANSACTION -150324- SHOPRITE IKEJA MALL LAGOS
      2024-01-29 - 66000.00 debt | NIP CR/TRUSTFIELD MICROFINANCE BANK/WEMA/loan repayment
      2024-02-02 + 60000.00 none:loan | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-02-09 + 28000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-02-16 - 16410 spend | Transfer to SULE BARBER SHOP | OPay | 8195701496 | hair
      2024-02-28 - 66000.00 debt | NIP CR/TRUSTFIELD MICROFINANCE BANK/WEMA/loan repayment
      2024-03-03 + 60000.00 none:loan | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-03-12 + 52000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-03-18 - 10813 spend | DSTV SUBSCRIPTION 865751
      2024-03-29 - 66000.00 debt | NIP CR/TRUSTFIELD MICROFINANCE BANK/WEMA/loan repayment
      2024-04-02 + 60000.00 none:loan | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-04-06 - 9779 spend | ATM WITHDRAWAL-GARKI//NG
      2024-04-07 + 33000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-04-29 - 66000.00 debt | NIP CR/TRUSTFIELD MICROFINANCE BANK/WEMA/loan repayment
      2024-05-03 - 8593 spend | POS Buy @ 20761966-MR BIGGS ABUJA
      2024-05-03 + 60000.00 none:loan | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-05-11 + 61000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-05-30 - 66000.00 debt | NIP CR/TRUSTFIELD MICROFINANCE BANK/WEMA/loan repayment
      2024-06-02 + 60000.00 none:loan | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-06-03 - 2019 spend | POS/WEB PURCHASE TRANSACTION -514091- SHOPRITE IKEJA MALL LAGOS
      2024-06-10 + 38000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-06-25 - 15504 spend | IKEDC PREPAID METER 6419
      2024-06-28 - 66000.00 debt | NIP CR/TRUSTFIELD MICROFINANCE BANK/WEMA/loan repayment`,
  },
  {
    name: 'small-lender-direct-debit',
    why: 'A microfinance bank sends the same sum each month; more than that goes out by a direct debit for a loan.',
    holder: 'OBI CLEMENT UZO',
    lines: `
      2024-01-02 + 60000.00 open:no-salary | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-01-08 + 41000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-01-17 - 14031 spend | IKEDC PREPAID METER 2854
      2024-01-29 - 66000.00 debt | DIRECT DEBIT LOAN REPAYMENT 354601
      2024-02-02 + 60000.00 open:no-salary | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-02-09 + 28000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-02-21 - 16348 spend | POS/WEB PURCHASE TRANSACTION -774064- SHOPRITE IKEJA MALL LAGOS
      2024-02-28 - 66000.00 debt | DIRECT DEBIT LOAN REPAYMENT 017486
      2024-03-03 + 60000.00 open:no-salary | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-03-05 - 14904 spend | Airtime//08039212075/MTN
      2024-03-12 + 52000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-03-29 - 66000.00 debt | DIRECT DEBIT LOAN REPAYMENT 520723
      2024-04-02 + 60000.00 open:no-salary | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-04-05 - 9493 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-04-07 + 33000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-04-29 - 66000.00 debt | DIRECT DEBIT LOAN REPAYMENT 243634
      2024-05-02 - 2065 spend | ATM WD @ 10574763-ALLEN AVENUE
      2024-05-03 + 60000.00 open:no-salary | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-05-11 + 61000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-05-26 - 14412 spend | WEB Dr @ BOLT RIDE LAGOS
      2024-05-30 - 66000.00 debt | DIRECT DEBIT LOAN REPAYMENT 004155
      2024-06-02 + 60000.00 open:no-salary | NIP/WEMA/TRUSTFIELD MICROFINANCE BANK/
      2024-06-10 + 38000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-06-19 - 50 spend | Electronic Money Transfer Levy
      2024-06-28 - 66000.00 debt | DIRECT DEBIT LOAN REPAYMENT 476385`,
  },
  {
    name: 'one-surname-relative',
    why: "Her father's account is printed by the surname only, equal to hers.",
    holder: 'OSUJI GLORIA',
    lines: `
      2024-01-01 + 50000.00 income | NIP/GTB/OSUJI/
      2024-01-12 - 2021 spend | DATA BUNDLE AIRTEL 09024787414
      2024-01-12 + 70000.00 income | NIP/GTB/ADA OKOYE/tailoring
      2024-02-01 + 50000.00 income | NIP/GTB/OSUJI/
      2024-02-13 - 15115 spend | DSTV SUBSCRIPTION 816787
      2024-02-13 + 45000.00 income | NIP/GTB/ADA OKOYE/tailoring
      2024-03-02 + 50000.00 income | NIP/GTB/OSUJI/
      2024-03-03 - 48 spend | SMS Notification Charge Mar 2024
      2024-03-11 + 81000.00 income | NIP/GTB/ADA OKOYE/tailoring
      2024-04-01 + 50000.00 income | NIP/GTB/OSUJI/
      2024-04-06 - 15277 spend | Airtime//08032107950/MTN
      2024-04-14 + 39000.00 income | NIP/GTB/ADA OKOYE/tailoring
      2024-04-27 - 50 spend | Electronic Money Transfer Levy
      2024-05-01 + 50000.00 income | NIP/GTB/OSUJI/
      2024-05-12 + 64000.00 income | NIP/GTB/ADA OKOYE/tailoring
      2024-05-26 - 1936 spend | Transfer to SULE BARBER SHOP | OPay | 8165231605 | hair
      2024-06-01 + 50000.00 income | NIP/GTB/OSUJI/
      2024-06-10 - 14485 spend | DSTV SUBSCRIPTION 412567
      2024-06-13 + 57000.00 income | NIP/GTB/ADA OKOYE/tailoring`,
  },
  {
    name: 'own-account-at-small-bank',
    why: 'Her own account at a microfinance bank sends the same sum every month; the last part is her own name.',
    holder: 'NWOSU PATIENCE IFEOMA',
    lines: `
      2024-01-08 + 41000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-01-10 - 12042 spend | ATM WD @ 10573273-ALLEN AVENUE
      2024-01-27 + 80000.00 none:own-transfer | NIP/GRANDVALE MICROFINANCE BANK/NWOSU PATIENCE/
      2024-02-09 + 28000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-02-12 - 9648 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-02-27 + 80000.00 none:own-transfer | NIP/GRANDVALE MICROFINANCE BANK/NWOSU PATIENCE/
      2024-03-01 - 50 spend | Electronic Money Transfer Levy
      2024-03-12 + 52000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-03-16 - 15880 spend | DATA BUNDLE AIRTEL 09027922437
      2024-03-26 + 80000.00 none:own-transfer | NIP/GRANDVALE MICROFINANCE BANK/NWOSU PATIENCE/
      2024-04-07 + 33000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-04-17 - 16176 spend | IKEDC PREPAID METER 9261
      2024-04-28 + 80000.00 none:own-transfer | NIP/GRANDVALE MICROFINANCE BANK/NWOSU PATIENCE/
      2024-05-11 + 61000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-05-16 - 8008 spend | POS/WEB PURCHASE TRANSACTION -841215- SHOPRITE IKEJA MALL LAGOS
      2024-05-27 + 80000.00 none:own-transfer | NIP/GRANDVALE MICROFINANCE BANK/NWOSU PATIENCE/
      2024-06-05 - 6675 spend | Airtime//08034597512/MTN
      2024-06-10 + 38000.00 income | NIP/OPAY/ENE JULIET/make up
      2024-06-26 + 80000.00 none:own-transfer | NIP/GRANDVALE MICROFINANCE BANK/NWOSU PATIENCE/`,
  },
  {
    name: 'fixed-return-scheme',
    why: 'A scheme pays a fixed return each month on what she placed with it.',
    holder: 'EDEH SOPHIA',
    lines: `
      2024-01-04 - 1000000 spend | NIP CR/AGROVESTA/STERLING/investment
      2024-01-06 - 16402 spend | POS Buy @ 20761026-MR BIGGS ABUJA
      2024-01-25 + 145000.00 salary | NIP/UBA/CALEB GROUP/Jan pay
      2024-02-04 + 100000.00 open:no-salary | NIP/STERLING/AGROVESTA/
      2024-02-07 - 4174 spend | ATM WITHDRAWAL-GARKI//NG
      2024-02-21 - 10214 spend | ATM WD @ 10578006-ALLEN AVENUE
      2024-02-26 + 145000.00 salary | NIP/UBA/CALEB GROUP/Feb pay
      2024-03-04 + 100000.00 open:no-salary | NIP/STERLING/AGROVESTA/
      2024-03-23 - 48 spend | SMS Notification Charge Mar 2024
      2024-03-25 + 145000.00 salary | NIP/UBA/CALEB GROUP/Mar pay
      2024-04-04 + 100000.00 open:no-salary | NIP/STERLING/AGROVESTA/
      2024-04-19 - 12558 spend | POS Buy @ 20769815-MR BIGGS ABUJA
      2024-04-25 + 145000.00 salary | NIP/UBA/CALEB GROUP/Apr pay
      2024-05-04 + 100000.00 open:no-salary | NIP/STERLING/AGROVESTA/
      2024-05-07 - 17059 spend | WEB Dr @ BOLT RIDE LAGOS
      2024-05-24 + 145000.00 salary | NIP/UBA/CALEB GROUP/May pay
      2024-06-04 + 100000.00 open:no-salary | NIP/STERLING/AGROVESTA/
      2024-06-15 - 2086 spend | NIP TRANSFER TO GTB - IBRAHIM LAWAL KOLA
      2024-06-25 + 145000.00 salary | NIP/UBA/CALEB GROUP/Jun pay`,
  },
  {
    name: 'tenant-one-name',
    why: 'A firm of one name rents his shop and says so; another tenant says nothing.',
    holder: 'BRAIMAH LATEEF',
    lines: `
      2024-01-03 + 70000.00 income | NIP/GTB/FLEXIGAS/RENT
      2024-01-08 - 4924 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-01-23 - 17497 spend | DATA BUNDLE AIRTEL 09029625147
      2024-01-25 + 180000.00 salary | FT/KWARA STATE UNIVERSAL BASIC EDUCATION BOARD/SALARY JAN
      2024-02-03 + 70000.00 income | NIP/GTB/FLEXIGAS/RENT
      2024-02-22 - 5366 spend | NIP TRANSFER TO GTB - IBRAHIM LAWAL KOLA
      2024-02-25 + 180000.00 salary | FT/KWARA STATE UNIVERSAL BASIC EDUCATION BOARD/SALARY FEB
      2024-03-02 + 70000.00 income | NIP/GTB/FLEXIGAS/RENT
      2024-03-15 - 10368 spend | Transfer to SULE BARBER SHOP | OPay | 8134036505 | hair
      2024-03-26 + 180000.00 salary | FT/KWARA STATE UNIVERSAL BASIC EDUCATION BOARD/SALARY MAR
      2024-04-03 + 70000.00 income | NIP/GTB/FLEXIGAS/RENT
      2024-04-12 - 8965 spend | IKEDC PREPAID METER 7638
      2024-04-25 + 180000.00 salary | FT/KWARA STATE UNIVERSAL BASIC EDUCATION BOARD/SALARY APR
      2024-05-03 + 70000.00 income | NIP/GTB/FLEXIGAS/RENT
      2024-05-09 - 3527 spend | WEB Dr @ BOLT RIDE LAGOS
      2024-05-25 + 180000.00 salary | FT/KWARA STATE UNIVERSAL BASIC EDUCATION BOARD/SALARY MAY
      2024-06-03 + 70000.00 income | NIP/GTB/FLEXIGAS/RENT
      2024-06-12 - 16125 spend | POS Buy @ 20760064-MR BIGGS ABUJA
      2024-06-25 + 180000.00 salary | FT/KWARA STATE UNIVERSAL BASIC EDUCATION BOARD/SALARY JUN
      2024-06-26 - 50 spend | Electronic Money Transfer Levy`,
  },
  {
    name: 'thrift-one-name',
    why: 'A savings club of one name: he pays each month, and gets the same sum back each quarter.',
    holder: 'AKIN ROTIMI',
    lines: `
      2024-01-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-01-23 - 3968 spend | Transfer to SULE BARBER SHOP | OPay | 8126761624 | hair
      2024-01-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING JAN
      2024-02-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-02-13 - 48 spend | SMS Notification Charge Feb 2024
      2024-02-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING FEB
      2024-03-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-03-18 - 16479 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-03-26 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING MAR
      2024-03-30 + 90000 none:savings | NIP/GTB/OLUWALOGBO/
      2024-04-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-04-12 - 9639 spend | DSTV SUBSCRIPTION 377616
      2024-04-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING APR
      2024-05-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-05-08 - 4745 spend | POS/WEB PURCHASE TRANSACTION -407461- SHOPRITE IKEJA MALL LAGOS
      2024-05-24 - 14692 spend | NIP TRANSFER TO GTB - IBRAHIM LAWAL KOLA
      2024-05-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING MAY
      2024-06-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-06-14 - 13263 spend | MC Loc POS Prch-4567--EBEANO SUPERMARKET
      2024-06-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING JUN
      2024-06-29 + 90000 none:savings | NIP/GTB/OLUWALOGBO/
      2024-07-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-07-04 - 6409 spend | POS/WEB PURCHASE TRANSACTION -211575- SHOPRITE IKEJA MALL LAGOS
      2024-07-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING JUL
      2024-08-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-08-08 - 8759 spend | DSTV SUBSCRIPTION 210858
      2024-08-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING AUG
      2024-09-01 - 30000.00 spend | NIP CR/OLUWALOGBO/GTB/contribution
      2024-09-06 - 3136 spend | DSTV SUBSCRIPTION 636033
      2024-09-25 + 180000.00 salary | NIP/GTB/CITY OF GRACE HOSPITAL/NURSING SEP
      2024-09-28 + 90000 none:savings | NIP/GTB/OLUWALOGBO/`,
  },
  {
    name: 'customer-pays-twice-alike',
    why: 'A firm bought twice the same at the end, and before with an invoice. He is a supplier.',
    holder: 'UDOH VINCENT',
    lines: `
      2024-01-02 - 10422 spend | DSTV SUBSCRIPTION 731534
      2024-01-09 + 60000.00 income | NIP/GTB/BASSEY UKO/eggs
      2024-01-20 - 4902 spend | Transfer to SULE BARBER SHOP | OPay | 8110152130 | hair
      2024-02-10 + 150000 income | NIP/UBA/HARBOUR POINT HOTELS LTD/INV 0044
      2024-02-12 + 35000.00 income | NIP/GTB/BASSEY UKO/eggs
      2024-02-21 - 4334 spend | WEB Dr @ BOLT RIDE LAGOS
      2024-03-07 + 82000.00 income | NIP/GTB/BASSEY UKO/eggs
      2024-03-15 - 14643 spend | DSTV SUBSCRIPTION 244490
      2024-04-08 - 11165 spend | DSTV SUBSCRIPTION 650662
      2024-04-14 + 41000.00 income | NIP/GTB/BASSEY UKO/eggs
      2024-05-06 - 14123 spend | Transfer to SULE BARBER SHOP | OPay | 8150938769 | hair
      2024-05-10 + 28000.00 income | NIP/GTB/BASSEY UKO/eggs
      2024-05-28 + 200000 income | NIP/UBA/HARBOUR POINT HOTELS LTD/
      2024-06-07 - 9164 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-06-08 + 77000.00 income | NIP/GTB/BASSEY UKO/eggs
      2024-06-21 - 6832 spend | POS Buy @ 20761563-MR BIGGS ABUJA
      2024-06-27 + 200000 income | NIP/UBA/HARBOUR POINT HOTELS LTD/`,
  },
  {
    name: 'sister-at-unlisted-bank',
    why: 'A sister sends from an account at an unlisted bank, whose name stands before hers.',
    holder: 'EDEH SOPHIA',
    lines: `
      2024-01-05 + 60000.00 income | NIP/LIGHTHOUSE MFB/UCHE OBI/
      2024-01-15 + 70000.00 income | NIP/OLIVE GROVE MFB/EZE PAUL KALU/
      2024-01-20 - 10173 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-01-25 + 60000.00 income | NIP/OLIVE GROVE MFB/ADA OBI/transfer
      2024-02-06 + 60000.00 income | NIP/LIGHTHOUSE MFB/UCHE OBI/
      2024-02-16 + 70000.00 income | NIP/OLIVE GROVE MFB/EZE PAUL KALU/
      2024-02-18 - 5783 spend | NIP CR/NGOZI ADAEZE EKE/ACCESS/foodstuff
      2024-02-26 + 60000.00 income | NIP/OLIVE GROVE MFB/ADA OBI/transfer
      2024-03-05 + 60000.00 income | NIP/LIGHTHOUSE MFB/UCHE OBI/
      2024-03-11 - 1775 spend | IKEDC PREPAID METER 8551
      2024-03-15 + 70000.00 income | NIP/OLIVE GROVE MFB/EZE PAUL KALU/
      2024-03-25 + 60000.00 income | NIP/OLIVE GROVE MFB/ADA OBI/transfer
      2024-04-04 - 14679 spend | ATM WITHDRAWAL-GARKI//NG
      2024-04-05 + 60000.00 income | NIP/LIGHTHOUSE MFB/UCHE OBI/
      2024-04-15 + 70000.00 income | NIP/OLIVE GROVE MFB/EZE PAUL KALU/
      2024-04-25 + 60000.00 income | NIP/OLIVE GROVE MFB/ADA OBI/transfer
      2024-05-01 - 15950 spend | ATM WITHDRAWAL-GARKI//NG
      2024-05-04 + 60000.00 income | NIP/LIGHTHOUSE MFB/UCHE OBI/
      2024-05-14 + 70000.00 income | NIP/OLIVE GROVE MFB/EZE PAUL KALU/
      2024-05-24 + 60000.00 income | NIP/OLIVE GROVE MFB/ADA OBI/transfer
      2024-05-27 - 8937 spend | IKEDC PREPAID METER 1080
      2024-06-05 + 60000.00 income | NIP/LIGHTHOUSE MFB/UCHE OBI/
      2024-06-15 + 70000.00 income | NIP/OLIVE GROVE MFB/EZE PAUL KALU/
      2024-06-19 - 7467 spend | ATM WITHDRAWAL-GARKI//NG
      2024-06-25 + 60000.00 income | NIP/OLIVE GROVE MFB/ADA OBI/transfer`,
  },
  {
    name: 'aunt-of-one-name',
    holder: 'BLESSING OKECHI UDO',
    why: 'An aunt, of whom the bank prints one name, sends the same sum each month without words. Nothing says that she employs.',
    lines: `
      2024-01-28 + 80000.00 income | TRF FROM CHINYERE
      2024-02-03 - 21500 spend | POS BUY @ EVERGREEN STORES
      2024-02-28 + 80000.00 income | TRF FROM CHINYERE
      2024-03-09 - 18250 spend | ATM WITHDRAWAL-WUSE//NG
      2024-03-28 + 80000.00 income | TRF FROM CHINYERE
      2024-04-11 - 30400 spend | POS BUY @ EVERGREEN STORES
      2024-04-27 + 80000.00 income | TRF FROM CHINYERE
      2024-05-13 - 24000 spend | ATM WITHDRAWAL-WUSE//NG
      2024-05-28 + 80000.00 income | TRF FROM CHINYERE`,
  },
];
